package dev.weir.flink;

import dev.weir.core.event.Ids;
import dev.weir.host.Reading;
import dev.weir.host.Recording;
import dev.weir.host.SessionProjector;
import dev.weir.host.Slots;
import dev.weir.host.SqlState;
import dev.weir.host.Submission;
import dev.weir.host.Told;
import dev.weir.host.Transactions;
import dev.weir.store.EventLog;
import dev.weir.store.LogRow;
import dev.weir.store.Sources;
import dev.weir.store.TopicOffsets;
import dev.weir.store.TopicOffsets.Part;
import dev.weir.wire.EventBody;
import dev.weir.wire.EventDecoder;
import dev.weir.wire.EventFamily;
import dev.weir.wire.Limits;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Appends events to the log, accounts for them, and passes on those that are to be folded: what is new, and what is handed
 * over again after a failure, as nobody knows whether it was folded before. It stands beside the source, where the order
 * of offsets tells the two apart.
 */
final class LogOperator extends GroupingOperator<Arrival, ToFold> {
    private static final long serialVersionUID = 1L;

    /** Who sent what does not say who sent it. */
    private static final Reading.Sender NOBODY = new Reading.Sender(Headers.LOCAL_ORG, "kafka", (env, service) -> true);

    private final JobSettings settings;
    private transient JobDatabase database;
    private transient Limits limits;
    private transient Sources sources;
    private transient Reading reading;
    private transient Recording recording;
    private transient Transactions transactions;
    private transient Counter duplicates;
    private transient Counter rejected;

    LogOperator(JobSettings settings) {
        super(settings.linger(), settings.mostEvents());
        this.settings = settings;
    }

    @Override
    public void open() throws Exception {
        super.open();
        database = JobDatabase.open(settings, "weir-flink-log", 1);
        limits = settings.limits();
        sources = new Sources(database.reader());
        reading = new Reading(limits, sources);
        recording = new Recording(settings.parkedBytesPerDay(), Slots.atRandom().first());
        transactions = new Transactions(database.writer(), settings.patience().toSeconds());
        duplicates = getMetricGroup().counter("weirDuplicates");
        rejected = getMetricGroup().counter("weirRejected");
    }

    /** An event with what was read of it: one row, or one that is parked. */
    private record Read(Arrival arrival, Submission submission) {
        Part part() {
            return new Part(arrival.topic(), arrival.partition());
        }

        Read refused() {
            return new Read(arrival, submission.rejectedAll());
        }
    }

    @Override
    void write(List<Arrival> group) throws SQLException {
        List<Read> read = new ArrayList<>(group.size());
        for (Arrival arrival : group) {
            read.add(new Read(arrival, read(arrival)));
        }
        append(read);
    }

    private Submission read(Arrival arrival) throws SQLException {
        String flaw = Headers.flaw(arrival, sources, limits.maxNameBytes());
        if (flaw != null) {
            return reading.refuse(NOBODY, arrival.event(), EventDecoder.Defaults.NONE, flaw);
        }
        Submission submission = reading.read(
                new Reading.Sender(
                        Objects.requireNonNull(Ids.parse(arrival.org())), arrival.credential(), (env, service) -> true),
                EventFamily.of(arrival.family()),
                List.of(EventBody.ofOne(arrival.event())),
                new EventDecoder.Defaults(arrival.env(), arrival.service()),
                arrival.at() * 1000);
        return arrival.mended() ? submission.mended() : submission;
    }

    /** If the database refuses a group for what is in it, halves of it find out what that is; the rest goes in. */
    private void append(List<Read> group) throws SQLException {
        try {
            passOn(group, transactions.run(new Append(group)));
        } catch (SQLException e) {
            if (!SqlState.isAboutContent(e)) {
                throw e;
            }
            if (group.size() > 1) {
                append(group.subList(0, group.size() / 2));
                append(group.subList(group.size() / 2, group.size()));
            } else if (group.get(0).submission().rows().isEmpty()) {
                throw e;
            } else {
                append(List.of(group.get(0).refused()));
            }
        }
    }

    /** @param duplicates those of a group that were known before it */
    private record Appended(Set<Read> duplicates, int rejected) {}

    private final class Append implements Transactions.Write<Appended> {
        private final List<Read> group;

        Append(List<Read> group) {
            this.group = group;
        }

        @Override
        public Appended write(Connection connection, long batch, boolean lock) throws SQLException {
            Map<Part, Long> next = nextOffsets(connection);
            List<Read> unseen = new ArrayList<>(group.size());
            for (Read read : group) {
                if (read.arrival().offset() >= next.getOrDefault(read.part(), 0L)) {
                    unseen.add(read);
                }
            }
            Recording.Sorted sorted = recording.sort(
                    connection, unseen.stream().map(Read::submission).toList());
            Collection<LogRow> rows = sorted.fresh();
            if (!rows.isEmpty()) {
                SessionProjector.takeFacts(connection, rows);
                try (EventLog.Appending appending = EventLog.append(connection, batch, now(), rows)) {
                    appending.finish();
                }
            }
            recording.write(connection, sorted);
            TopicOffsets.advance(connection, advanced());
            new Told().events(rows).record(connection, batch);
            return appended(unseen, rows);
        }

        private Map<Part, Long> nextOffsets(Connection connection) throws SQLException {
            Set<Part> parts = new HashSet<>();
            group.forEach(read -> parts.add(read.part()));
            return TopicOffsets.next(connection, parts);
        }

        private Map<Part, Long> advanced() {
            Map<Part, Long> next = new HashMap<>();
            group.forEach(read -> next.merge(read.part(), read.arrival().offset() + 1, Math::max));
            return next;
        }

        private Appended appended(List<Read> unseen, Collection<LogRow> fresh) {
            Set<LogRow> rows = Collections.newSetFromMap(new IdentityHashMap<>());
            rows.addAll(fresh);
            Set<Read> known = Collections.newSetFromMap(new IdentityHashMap<>());
            int parked = 0;
            for (Read read : unseen) {
                parked += read.submission().rejected().size();
                if (!rows.containsAll(read.submission().rows())) {
                    known.add(read);
                }
            }
            return new Appended(known, parked);
        }

        @Override
        public void committed(Appended result, long batch) {
            duplicates.inc(result.duplicates().size());
            rejected.inc(result.rejected());
        }

        @Override
        public void conflict() {}

        @Override
        public void uncertain() {}
    }

    private void passOn(List<Read> group, Appended appended) {
        for (Read read : group) {
            for (LogRow row : read.submission().rows()) {
                if (isFolded(row) && !appended.duplicates().contains(read)) {
                    Arrival from = read.arrival();
                    output.collect(new StreamRecord<>(new ToFold(
                            String.valueOf(row.key()),
                            from.at(),
                            from.org(),
                            from.family(),
                            from.env(),
                            from.service(),
                            row.event().payload())));
                }
            }
        }
    }

    private static boolean isFolded(LogRow row) {
        boolean ofRun = row.runKey() != null && !row.event().isIgnored();
        return row.key() != null && (ofRun || row.sessionKey() != null);
    }

    private long now() {
        return System.currentTimeMillis() * 1000;
    }

    @Override
    public void close() throws Exception {
        super.close();
        if (database != null) {
            database.close();
        }
    }
}
