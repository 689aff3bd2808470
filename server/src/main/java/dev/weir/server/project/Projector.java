package dev.weir.server.project;

import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.store.Accounting;
import dev.weir.store.Batches;
import dev.weir.store.EventLog;
import dev.weir.store.LogRow;
import dev.weir.store.LogRow.EventId;
import dev.weir.store.Parked;
import dev.weir.store.PendingFolds;
import dev.weir.store.Refold;
import dev.weir.store.RunRole;
import dev.weir.store.RunSave;
import dev.weir.store.RunStore;
import dev.weir.store.RunStore.RunChange;
import dev.weir.store.RunStore.StoredRun;
import dev.weir.store.SessionChange;
import dev.weir.store.SignalOutlook;
import dev.weir.store.StageSheet;
import dev.weir.store.StageStore;
import dev.weir.store.TelemetryFacts;
import dev.weir.store.ToldSignals;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens inside one transaction: drop duplicates, append to the log, fold, save, account. It holds no logic of the
 * folds and none of the SQL; it only decides which events take the fast path and which keys are folded again.
 */
final class Projector {
    private static final Logger LOG = LoggerFactory.getLogger(Projector.class);

    private final StateCache<StoredRun> cache;
    private final SessionProjector sessions;
    private final int refoldInlineEvents;
    private final long parkedBytesPerDay;
    private final int slot;
    private final SignalOutlook outlook;

    Projector(
            StateCache<StoredRun> cache,
            SessionProjector sessions,
            SignalOutlook outlook,
            int refoldInlineEvents,
            long parkedBytesPerDay,
            int slot) {
        this.cache = cache;
        this.sessions = sessions;
        this.outlook = outlook;
        this.refoldInlineEvents = refoldInlineEvents;
        this.parkedBytesPerDay = parkedBytesPerDay;
        this.slot = slot;
    }

    /** What a transaction did, to be believed once it is committed. */
    record Result(
            List<Outcome> outcomes,
            List<RunChange> changes,
            List<SessionChange> sessions,
            Set<UUID> forgotten,
            int stored) {}

    /** @param lock take the keys' locks first, in their order: for a second try, after another writer was faster */
    Result project(Connection connection, long batch, long now, List<Submission> group, boolean lock)
            throws SQLException {
        Accounting accounting = new Accounting();
        Set<EventId> known = known(connection, group);
        Map<EventId, LogRow> fresh = new LinkedHashMap<>();
        List<Outcome> outcomes = new ArrayList<>(group.size());
        for (Submission submission : group) {
            outcomes.add(sort(submission, known, fresh, accounting));
            Parked.park(connection, submission.rejected(), parkedBytesPerDay);
        }
        RunSave save = new RunSave(batch, now, outlook);
        Set<UUID> unsaved = append(connection, batch, now, fresh.values(), save, lock);
        save.write(connection, slot);
        TelemetryFacts.add(connection, fresh.values());
        ToldSignals.add(connection, fresh.values());
        accounting.save(connection, slot);
        Set<UUID> keys = keys(fresh.values(), save);
        Batches.record(connection, batch, fresh.size(), keys, heard(fresh.values(), save, keys));
        return new Result(outcomes, save.changes(), save.sessions(), unsaved, fresh.size());
    }

    /** Of all events: whoever tails wants those, too, whose runs are folded later. */
    private static Set<UUID> keys(Collection<LogRow> rows, RunSave save) {
        Set<UUID> keys = new LinkedHashSet<>();
        for (LogRow row : rows) {
            if (row.key() != null && row.sessionKey() == null) {
                keys.add(row.key());
            }
        }
        keys.addAll(save.runs());
        return keys;
    }

    /** Sessions and the runs that they are, which have ids of their own. */
    private static Set<UUID> heard(Collection<LogRow> rows, RunSave save, Set<UUID> keys) {
        Set<UUID> heard = save.heard();
        for (LogRow row : rows) {
            if (row.key() != null && row.sessionKey() != null) {
                heard.add(row.key());
            }
        }
        heard.removeAll(keys);
        return heard;
    }

    /**
     * Appends events and folds them. The rows that the folds go on from are loaded before the log has the events, so that
     * folding and the database's work on the log overlap; whoever saves one of them in between is noticed by its stamp.
     *
     * @return keys whose rows stay as they are for now
     */
    private Set<UUID> append(
            Connection connection, long batch, long now, Collection<LogRow> rows, RunSave save, boolean lock)
            throws SQLException {
        if (rows.isEmpty()) {
            return Set.of();
        }
        SessionProjector.Prepared network = sessions.prepare(connection, rows, now, lock);
        Map<UUID, KeyEvents> keys = byKey(rows);
        Map<UUID, StoredRun> stored = stored(connection, keys, lock);
        Map<UUID, StageSheet> stages = stages(connection, keys.values(), stored);
        List<KeyEvents> older;
        try (EventLog.Appending appending = EventLog.append(connection, batch, now, rows)) {
            older = foldNewer(keys.values(), stored, stages, save);
            if (network != null) {
                network.addTo(save, keys.keySet());
            }
            appending.finish();
        }
        Set<UUID> unsaved = foldAgain(connection, older, save);
        if (network != null) {
            unsaved.addAll(foldSessionsAgain(connection, network.older, now, save));
        }
        return unsaved;
    }

    void remember(Result result, long batch) {
        cache.forget(result.forgotten());
        sessions.forget(result.forgotten());
        sessions.remember(result.sessions(), batch);
        outlook.remember(result.changes());
        for (RunChange change : result.changes()) {
            if (change.role() == RunRole.SESSION) {
                continue; // it is remembered as the session
            }
            if (change.newest().isEnded() && change.role() != RunRole.OF_STAGES) {
                cache.forget(List.of(change.id())); // it seldom hears more, and would fill the heap with the past
            } else {
                cache.put(change.id(), StoredRun.of(change.newest(), batch, change.role()));
            }
        }
    }

    void forget(List<Submission> group) {
        for (Submission submission : group) {
            for (LogRow row : submission.rows()) {
                if (row.key() != null) {
                    cache.forget(List.of(row.key()));
                    sessions.forget(List.of(row.key()));
                }
            }
        }
    }

    private static Set<EventId> known(Connection connection, List<Submission> group) throws SQLException {
        List<LogRow> rows = new ArrayList<>();
        group.forEach(submission -> rows.addAll(submission.rows()));
        return rows.isEmpty() ? Set.of() : EventLog.existing(connection, rows);
    }

    /** Sends each event of a request its way: new, seen before, or of a type that no fold knows. */
    private static Outcome sort(
            Submission submission, Set<EventId> known, Map<EventId, LogRow> fresh, Accounting accounting) {
        int accepted = 0;
        int duplicates = 0;
        int ignored = 0;
        Map<String, Integer> reasons = new TreeMap<>();
        String credential = submission.credential();
        for (LogRow row : submission.rows()) {
            EventId id = row.eventId();
            if (known.contains(id) || fresh.putIfAbsent(id, row) != null) {
                duplicates++;
                accounting.duplicate(row.source(), credential);
            } else if (row.isIgnored()) {
                ignored++;
                if (row.ignoredBecause() != null) {
                    reasons.merge(row.ignoredBecause(), 1, Integer::sum);
                }
                accounting.ignored(row.source(), credential);
            } else {
                accepted++;
                accounting.accepted(row.source(), credential, row.event().at());
            }
        }
        submission.rejected().forEach(row -> accounting.rejected(row.source(), credential));
        return new Outcome(
                accepted,
                duplicates,
                ignored,
                reasons,
                submission.rejected().stream().map(Parked.Row::rejection).toList());
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
        Map<UUID, StoredRun> stored = lock ? new HashMap<>() : cache.get(keys.keySet());
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

    /** The fast path. Touches nothing but memory. @return those that it cannot take */
    private List<KeyEvents> foldNewer(
            Collection<KeyEvents> keys, Map<UUID, StoredRun> stored, Map<UUID, StageSheet> stages, RunSave save) {
        List<KeyEvents> older = new ArrayList<>(0);
        for (KeyEvents key : keys) {
            RunChange change = apply(key, stored.get(key.id()), stages.get(key.id()));
            if (change == null) {
                older.add(key);
            } else {
                save.add(change);
            }
        }
        return older;
    }

    private @Nullable RunChange apply(KeyEvents key, @Nullable StoredRun run, @Nullable StageSheet stages) {
        try {
            return key.foldOn(run, stages, refoldInlineEvents);
        } catch (RuntimeException e) {
            LOG.error("The fast path of run {} failed: it is folded again from the log", key.id(), e);
            return null;
        }
    }

    /** @return keys that are folded later, or never: a long history must not hold up everybody else's events */
    private Set<UUID> foldAgain(Connection connection, List<KeyEvents> keys, RunSave save) throws SQLException {
        Set<UUID> unsaved = new HashSet<>();
        Map<Integer, List<UUID>> later = new HashMap<>();
        for (KeyEvents key : keys) {
            if (EventLog.historySize(connection, key.id(), refoldInlineEvents + 1) > refoldInlineEvents) {
                later.computeIfAbsent(key.org(), org -> new ArrayList<>()).add(key.id());
                unsaved.add(key.id());
            } else if (!foldAgain(connection, key, save)) {
                unsaved.add(key.id());
            }
        }
        for (Map.Entry<Integer, List<UUID>> org : later.entrySet()) {
            PendingFolds.ask(connection, org.getKey(), org.getValue());
        }
        return unsaved;
    }

    private Set<UUID> foldSessionsAgain(Connection connection, List<SessionEvents> older, long now, RunSave save)
            throws SQLException {
        Set<UUID> unsaved = new HashSet<>();
        for (SessionEvents session : older) {
            UUID id = session.id();
            if (EventLog.historySize(connection, id, refoldInlineEvents + 1) > refoldInlineEvents) {
                PendingFolds.ask(connection, session.org(), List.of(id));
                unsaved.add(id);
                continue;
            }
            try {
                Refold.fold(connection, id, now, save);
            } catch (RuntimeException e) {
                LOG.error("The fold of session {} failed; it keeps its last rows until a rebuild", id, e);
                PendingFolds.fail(connection, session.org(), id, e.toString());
                unsaved.add(id);
            }
        }
        return unsaved;
    }

    private static boolean foldAgain(Connection connection, KeyEvents key, RunSave save) throws SQLException {
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
}
