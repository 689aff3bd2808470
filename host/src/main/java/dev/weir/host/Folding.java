package dev.weir.host;

import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.store.EventLog;
import dev.weir.store.LogRow;
import dev.weir.store.PendingFolds;
import dev.weir.store.Refold;
import dev.weir.store.RunRole;
import dev.weir.store.RunSave;
import dev.weir.store.RunStore;
import dev.weir.store.RunStore.RunChange;
import dev.weir.store.RunStore.StoredRun;
import dev.weir.store.SignalOutlook;
import dev.weir.store.StageSheet;
import dev.weir.store.StageStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The half of a host's work that folds. It holds no logic of the folds and none of the SQL; it only decides which events
 * take the fast path, from what is known of their keys, and which keys are folded again from the log.
 */
public final class Folding {
    private static final Logger LOG = LoggerFactory.getLogger(Folding.class);

    private final KnownStates<StoredRun> runs;
    private final SessionProjector sessions;
    private final SignalOutlook outlook;
    private final int refoldInlineEvents;

    /** @param refoldInlineEvents a key with more events than this is folded again later: it must not hold up others */
    public Folding(
            KnownStates<StoredRun> runs, SessionProjector sessions, SignalOutlook outlook, int refoldInlineEvents) {
        this.runs = runs;
        this.sessions = sessions;
        this.outlook = outlook;
        this.refoldInlineEvents = refoldInlineEvents;
    }

    public RunSave newSave(long batch, long now) {
        return new RunSave(batch, now, outlook);
    }

    /**
     * Loads what the folds go on from; whoever saves one of these rows before this transaction does is noticed by its
     * stamp. To be called before any row is locked.
     *
     * @param ownFacts the organisations whose facts of a network this transaction adds
     * @param lock take the keys' locks first, in their order: for a second try, after another writer was faster
     */
    public Prepared prepare(
            Connection connection, Collection<LogRow> rows, Set<Integer> ownFacts, long now, boolean lock)
            throws SQLException {
        SessionProjector.Prepared network = sessions.prepare(connection, rows, ownFacts, now, lock);
        Map<UUID, KeyEvents> keys = byKey(rows);
        Map<UUID, StoredRun> stored = stored(connection, keys, lock);
        return new Prepared(now, keys, stored, stages(connection, keys.values(), stored), network);
    }

    /** What is ready to be folded. */
    public final class Prepared {
        private final long now;
        private final Map<UUID, KeyEvents> keys;
        private final Map<UUID, StoredRun> stored;
        private final Map<UUID, StageSheet> stages;
        private final SessionProjector.@Nullable Prepared network;
        private final List<KeyEvents> older = new ArrayList<>(0);
        private int late;

        private Prepared(
                long now,
                Map<UUID, KeyEvents> keys,
                Map<UUID, StoredRun> stored,
                Map<UUID, StageSheet> stages,
                SessionProjector.@Nullable Prepared network) {
            this.now = now;
            this.keys = keys;
            this.stored = stored;
            this.stages = stages;
            this.network = network;
        }

        /** The fast path. Touches nothing but memory. */
        public void foldNewer(RunSave save) {
            for (KeyEvents key : keys.values()) {
                RunChange change = apply(key, stored.get(key.id()), stages.get(key.id()));
                if (change == null) {
                    older.add(key);
                    late += key.late(stored.get(key.id()), stages.get(key.id()));
                } else {
                    save.add(change);
                }
            }
            if (network != null) {
                network.addTo(save, keys.keySet());
            }
        }

        /** How many events came after something that had happened later was folded: the fast path cannot take them. */
        public int late() {
            return late + (network == null ? 0 : network.late());
        }

        /**
         * Folds the rest again from the log, which has to have all of the events.
         *
         * @return keys whose rows stay as they are for now
         */
        public Set<UUID> foldAgain(Connection connection, RunSave save) throws SQLException {
            Set<UUID> unsaved = new HashSet<>();
            for (KeyEvents key : older) {
                if (isLater(connection, key.org(), key.id()) || !foldRunAgain(connection, key, save)) {
                    unsaved.add(key.id());
                }
            }
            for (SessionEvents session : network == null ? List.<SessionEvents>of() : network.older) {
                if (isLater(connection, session.org(), session.id())
                        || !foldSessionAgain(connection, session, now, save)) {
                    unsaved.add(session.id());
                }
            }
            return unsaved;
        }
    }

    /** To be called once it is committed. */
    public void remember(RunSave save, Set<UUID> unsaved, long batch) {
        runs.forget(unsaved);
        sessions.forget(unsaved);
        sessions.remember(save.sessions(), batch);
        outlook.remember(save.changes());
        for (RunChange change : save.changes()) {
            if (change.role() == RunRole.SESSION) {
                continue; // it is remembered as the session
            }
            if (change.newest().isEnded() && change.role() != RunRole.OF_STAGES) {
                runs.forget(List.of(change.id())); // it seldom hears more, and would fill the heap with the past
            } else {
                runs.put(change.id(), StoredRun.of(change.newest(), batch, change.role()));
            }
        }
    }

    /** After a transaction of which nobody knows what became. */
    public void forget(Collection<LogRow> rows) {
        for (LogRow row : rows) {
            if (row.key() != null) {
                runs.forget(List.of(row.key()));
                sessions.forget(List.of(row.key()));
            }
        }
    }

    private static Map<UUID, KeyEvents> byKey(Iterable<LogRow> rows) {
        Map<UUID, KeyEvents> keys = new TreeMap<>(Ids::compareUnsigned);
        for (LogRow row : rows) {
            RunKey key = row.runKey();
            if (!row.event().isIgnored() && key != null && row.key() != null) {
                keys.computeIfAbsent(row.key(), id -> new KeyEvents(id, key, row.org(), row.source()))
                        .add(row.event());
            }
        }
        return keys;
    }

    private Map<UUID, StoredRun> stored(Connection connection, Map<UUID, KeyEvents> keys, boolean lock)
            throws SQLException {
        if (lock && !keys.isEmpty()) {
            RunStore.lock(connection, keys.keySet());
        }
        Map<UUID, StoredRun> stored = lock ? new HashMap<>() : runs.get(keys.keySet());
        List<UUID> unknown = new ArrayList<>();
        for (UUID key : keys.keySet()) {
            if (!stored.containsKey(key)) {
                unknown.add(key);
            }
        }
        stored.putAll(RunStore.loadNewest(connection, unknown));
        return stored;
    }

    /** Only of keys that have stages, or get some now: the others cost no statement. */
    private static Map<UUID, StageSheet> stages(
            Connection connection, Collection<KeyEvents> keys, Map<UUID, StoredRun> stored) throws SQLException {
        List<UUID> wanted = new ArrayList<>(0);
        for (KeyEvents key : keys) {
            StoredRun run = stored.get(key.id());
            if (!key.stages().isEmpty() || (run != null && run.role().hasStages())) {
                wanted.add(key.id());
            }
        }
        return StageStore.load(connection, wanted);
    }

    private @Nullable RunChange apply(KeyEvents key, @Nullable StoredRun run, @Nullable StageSheet stages) {
        try {
            return key.foldOn(run, stages, refoldInlineEvents);
        } catch (RuntimeException e) {
            LOG.error("The fast path of run {} failed: it is folded again from the log", key.id(), e);
            return null;
        }
    }

    /** A long history is left to the {@link Refolder}. */
    private boolean isLater(Connection connection, int org, UUID key) throws SQLException {
        if (EventLog.historySize(connection, key, refoldInlineEvents + 1) <= refoldInlineEvents) {
            return false;
        }
        PendingFolds.ask(connection, org, List.of(key));
        return true;
    }

    private static boolean foldRunAgain(Connection connection, KeyEvents key, RunSave save) throws SQLException {
        try {
            RunChange change = Refold.fold(connection, key.id());
            if (change != null) {
                save.add(change);
            }
            return change != null;
        } catch (RuntimeException e) {
            LOG.error("The fold of run {} failed; it keeps its last rows until a rebuild", key.id(), e);
            PendingFolds.fail(connection, key.org(), key.id(), e.toString());
            return false;
        }
    }

    private static boolean foldSessionAgain(Connection connection, SessionEvents session, long now, RunSave save)
            throws SQLException {
        UUID id = session.id();
        try {
            Refold.fold(connection, id, now, save);
            return true;
        } catch (RuntimeException e) {
            LOG.error("The fold of session {} failed; it keeps its last rows until a rebuild", id, e);
            PendingFolds.fail(connection, session.org(), id, e.toString());
            return false;
        }
    }
}
