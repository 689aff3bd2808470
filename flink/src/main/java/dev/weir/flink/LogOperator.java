package dev.weir.flink;

import dev.weir.host.Recording;
import dev.weir.host.SessionProjector;
import dev.weir.host.Slots;
import dev.weir.host.SqlState;
import dev.weir.host.Submission;
import dev.weir.host.Told;
import dev.weir.host.Transactions;
import dev.weir.store.EventLog;
import dev.weir.store.LogRow;
import dev.weir.store.LogRow.EventId;
import dev.weir.store.TopicOffsets;
import dev.weir.store.TopicOffsets.Part;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Appends events to the log, accounts for them, and passes on those that are to be folded: what is new, and what is handed
 * over again after a failure, as nobody knows whether it was folded before. It stands beside the source, where offsets
 * come in their order and tell the two apart, see {@link Progress}.
 */
final class LogOperator extends GroupingOperator<Arrival, ToFold> {
    private static final long serialVersionUID = 1L;

    private final JobSettings settings;
    private transient JobDatabase database;
    private transient Decoding decoding;
    private transient Recording recording;
    private transient Transactions transactions;
    private transient Counter duplicates;
    private transient Counter rejected;
    private transient Counter begunAgain;
    private transient Counter missing;

    LogOperator(JobSettings settings) {
        super(settings.linger(), settings.mostEvents());
        this.settings = settings;
    }

    @Override
    public void open() throws Exception {
        super.open();
        database = JobDatabase.open(settings, "weir-flink-log", 1);
        decoding = new Decoding(database.reader());
        recording = new Recording(settings.parkedBytesPerDay(), Slots.atRandom().first());
        transactions = new Transactions(database.writer(), settings.patience().toSeconds());
        duplicates = getMetricGroup().counter("weirDuplicates");
        rejected = getMetricGroup().counter("weirRejected");
        begunAgain = getMetricGroup().counter("weirOffsetsBegunAgain");
        missing = getMetricGroup().counter("weirMissingOffsets");
    }

    /** An event with what was read of it: one row, or one that is parked. */
    private record Read(Arrival arrival, Submission submission) {
        Part part() {
            return new Part(arrival.topic(), arrival.partition());
        }

        boolean isAmong(Set<EventId> logged) {
            return submission.rows().stream().allMatch(row -> logged.contains(row.eventId()));
        }

        Read refused() {
            return new Read(arrival, submission.rejectedAll());
        }
    }

    @Override
    void write(List<Arrival> group) throws SQLException {
        List<Submission> submissions = decoding.read(group);
        List<Read> read = new ArrayList<>(group.size());
        for (int i = 0; i < group.size(); i++) {
            read.add(new Read(group.get(i), submissions.get(i)));
        }
        append(read);
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
    private record Appended(Set<Read> duplicates, int rejected, Progress progress) {}

    private final class Append implements Transactions.Write<Appended> {
        private final List<Read> group;

        Append(List<Read> group) {
            this.group = group;
        }

        @Override
        public Appended write(Connection connection, long batch, boolean lock) throws SQLException {
            Map<Part, Long> next = nextOffsets(connection);
            Set<EventId> logged = loggedBelow(connection, next);
            Progress progress = new Progress(next);
            List<Read> unseen = new ArrayList<>(group.size());
            for (Read read : group) {
                if (progress.isNew(read.part(), read.arrival().offset(), read.isAmong(logged))) {
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
            TopicOffsets.save(connection, progress.next());
            new Told().events(rows).record(connection, batch);
            return appended(unseen, rows, progress);
        }

        private Map<Part, Long> nextOffsets(Connection connection) throws SQLException {
            Set<Part> parts = new HashSet<>();
            group.forEach(read -> parts.add(read.part()));
            return TopicOffsets.next(connection, parts);
        }

        /** What the log has of those that an offset alone would call repetitions. */
        private Set<EventId> loggedBelow(Connection connection, Map<Part, Long> next) throws SQLException {
            List<LogRow> below = new ArrayList<>(0);
            for (Read read : group) {
                if (read.arrival().offset() < next.getOrDefault(read.part(), 0L)) {
                    below.addAll(read.submission().rows());
                }
            }
            return below.isEmpty() ? Set.of() : EventLog.existing(connection, below);
        }

        private Appended appended(List<Read> unseen, Collection<LogRow> fresh, Progress progress) {
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
            return new Appended(known, parked, progress);
        }

        @Override
        public void committed(Appended result, long batch) {
            duplicates.inc(result.duplicates().size());
            rejected.inc(result.rejected());
            note(result.progress());
        }

        private void note(Progress progress) {
            if (progress.begunAgain() > 0) {
                begunAgain.inc(progress.begunAgain());
                LOG.warn(
                        "Offsets began again in {}: that topic was made anew",
                        progress.next().keySet());
            }
            if (progress.missing() > 0) {
                missing.inc(progress.missing());
                LOG.warn(
                        "{} offsets of {} never came: the brokers no longer had them when the job read on",
                        progress.missing(),
                        progress.next().keySet());
            }
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
