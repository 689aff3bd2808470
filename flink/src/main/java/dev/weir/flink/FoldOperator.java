package dev.weir.flink;

import dev.weir.core.session.SessionRules;
import dev.weir.core.signal.Phases;
import dev.weir.host.Folding;
import dev.weir.host.Reading;
import dev.weir.host.SessionProjector;
import dev.weir.host.Slots;
import dev.weir.host.SqlState;
import dev.weir.host.Told;
import dev.weir.host.Transactions;
import dev.weir.store.LogRow;
import dev.weir.store.LogRow.EventId;
import dev.weir.store.PendingFolds;
import dev.weir.store.RunSave;
import dev.weir.store.Sources;
import dev.weir.store.StoredPhases;
import dev.weir.store.StoredRules;
import dev.weir.wire.EventBody;
import dev.weir.wire.EventDecoder;
import dev.weir.wire.EventFamily;
import dev.weir.wire.Limits;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.InternalTimer;
import org.apache.flink.streaming.api.operators.Triggerable;
import org.jspecify.annotations.Nullable;

/**
 * Folds what the log has, each key where Flink keeps its state, and saves the rows. What it goes on from may be older than
 * the row, after a failure, or gone, after a while: both are noticed when the row is saved or looked for, and the key is
 * folded on from the database or again from the log.
 */
final class FoldOperator extends GroupingOperator<ToFold, Void> implements Triggerable<String, VoidNamespace> {
    private static final long serialVersionUID = 1L;

    private final JobSettings settings;
    private transient JobDatabase database;
    private transient @Nullable JobFollowers followers; // only the first subtask has them
    private transient SharedOutlook outlook;
    private transient Reading reading;
    private transient KeyedStates states;
    private transient Folding folding;
    private transient Transactions transactions;
    private transient int slot;
    private transient Counter late;
    private transient NavigableMap<Long, Long> begun; // when, of checkpoints that are not complete yet

    FoldOperator(JobSettings settings) {
        super(settings.linger(), settings.mostEvents());
        this.settings = settings;
    }

    @Override
    public void open() throws Exception {
        super.open();
        database = JobDatabase.open(settings, "weir-flink-fold", 1);
        Sources sources = new Sources(database.reader());
        reading = new Reading(Limits.NONE, sources);
        SessionRules rules;
        Phases phases;
        try (Connection connection = database.reader().getConnection()) {
            rules = StoredRules.load(connection);
            phases = StoredPhases.load(connection);
        }
        outlook = SharedOutlook.of(settings.db(), phases);
        states = new KeyedStates(this, settings.keepState(), rules);
        folding = new Folding(
                states.runs(),
                new SessionProjector(states.sessions(), sources, rules),
                outlook.outlook(),
                settings.refoldInlineEvents());
        transactions = new Transactions(database.writer(), settings.patience().toSeconds());
        slot = Slots.atRandom().first();
        begun = new TreeMap<>();
        late = getMetricGroup().counter("weirLateEvents");
        if (getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0) {
            followers = JobFollowers.start(settings, rules, phases, outlook.outlook(), this::stop);
        }
    }

    private void stop(CannotFold why) {
        getContainingTask().handleAsyncException(why.getMessage(), why);
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        begun.put(context.getCheckpointId(), context.getCheckpointTimestamp());
    }

    /** What was logged before it began was on its way before it, to all subtasks, and each wrote it before it took part. */
    @Override
    public void notifyCheckpointComplete(long checkpoint) throws Exception {
        super.notifyCheckpointComplete(checkpoint);
        Long time = begun.get(checkpoint);
        if (followers != null && time != null) {
            followers.foldedTo(Instant.ofEpochMilli(time));
        }
        begun.headMap(checkpoint, true).clear();
    }

    @Override
    void write(List<ToFold> group) throws SQLException {
        List<LogRow> rows = new ArrayList<>(group.size());
        Set<EventId> seen = new HashSet<>();
        for (ToFold event : group) {
            for (LogRow row : read(event)) {
                if (seen.add(row.eventId())) { // handed over again before what it is in was written
                    rows.add(row);
                }
            }
        }
        fold(rows);
    }

    /** If the database refuses rows for what is in them, halves find out of which key they are; it keeps its last ones. */
    private void fold(List<LogRow> rows) throws SQLException {
        try {
            transactions.run(new Fold(rows));
        } catch (SQLException e) {
            if (!SqlState.isAboutContent(e)) {
                throw e;
            }
            if (rows.size() > 1) {
                fold(rows.subList(0, rows.size() / 2));
                fold(rows.subList(rows.size() / 2, rows.size()));
            } else {
                giveUp(rows.get(0), e);
            }
        }
    }

    private void giveUp(LogRow row, SQLException why) throws SQLException {
        UUID key = Objects.requireNonNull(row.key());
        LOG.error("The rows of {} cannot be saved; it keeps its last rows until a rebuild", key, why);
        try (Connection connection = database.reader().getConnection()) {
            PendingFolds.fail(connection, row.org(), key, String.valueOf(why.getMessage()));
        }
    }

    private List<LogRow> read(ToFold event) throws SQLException {
        Reading.Sender sender = new Reading.Sender(UUID.fromString(event.org()), "", (env, service) -> true);
        return reading.read(
                        sender,
                        EventFamily.of(event.family()),
                        List.of(EventBody.ofOne(event.event())),
                        new EventDecoder.Defaults(event.env(), event.service()),
                        event.at() * 1000)
                .rows();
    }

    private record Folded(RunSave save, Set<UUID> unsaved, int late) {}

    private final class Fold implements Transactions.Write<Folded> {
        private final List<LogRow> rows;

        Fold(List<LogRow> rows) {
            this.rows = rows;
        }

        @Override
        public Folded write(Connection connection, long batch, boolean lock) throws SQLException {
            RunSave save = folding.newSave(batch, now());
            Folding.Prepared prepared = folding.prepare(connection, rows, Set.of(), now(), lock);
            prepared.foldNewer(save);
            int late = prepared.late();
            Set<UUID> unsaved = prepared.foldAgain(connection, save);
            save.write(connection, slot);
            new Told().saved(save).record(connection, batch);
            return new Folded(save, unsaved, late);
        }

        @Override
        public void committed(Folded result, long batch) {
            folding.remember(result.save(), result.unsaved(), batch);
            late.inc(result.late());
        }

        @Override
        public void conflict() {}

        @Override
        public void uncertain() {
            folding.forget(rows);
        }
    }

    private static long now() {
        return System.currentTimeMillis() * 1000;
    }

    @Override
    public void onProcessingTime(InternalTimer<String, VoidNamespace> timer) {
        states.expire(timer.getKey(), timer.getTimestamp());
    }

    @Override
    public void onEventTime(InternalTimer<String, VoidNamespace> timer) {
        throw new IllegalStateException("No timer of event time is ever set");
    }

    @Override
    public void close() throws Exception {
        super.close();
        if (followers != null) {
            followers.close();
        }
        if (outlook != null) {
            outlook.close();
        }
        if (database != null) {
            database.close();
        }
    }
}
