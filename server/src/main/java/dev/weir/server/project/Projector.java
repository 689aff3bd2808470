package dev.weir.server.project;

import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunState;
import dev.weir.store.Accounting;
import dev.weir.store.Batches;
import dev.weir.store.EventLog;
import dev.weir.store.LogRow;
import dev.weir.store.LogRow.EventId;
import dev.weir.store.Parked;
import dev.weir.store.PendingFolds;
import dev.weir.store.Refold;
import dev.weir.store.RunSave;
import dev.weir.store.RunStore;
import dev.weir.store.RunStore.RunChange;
import dev.weir.store.RunStore.StoredRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
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

    private final StateCache cache;
    private final int refoldInlineEvents;
    private final long parkedBytesPerDay;
    private final int slot;

    Projector(StateCache cache, int refoldInlineEvents, long parkedBytesPerDay, int slot) {
        this.cache = cache;
        this.refoldInlineEvents = refoldInlineEvents;
        this.parkedBytesPerDay = parkedBytesPerDay;
        this.slot = slot;
    }

    /** The events of one key in this transaction, all of them new. */
    private record KeyEvents(UUID id, RunKey key, int org, int source, List<WorkflowEvent> events) {}

    /** What a transaction did, to be believed once it is committed. */
    record Result(List<Outcome> outcomes, List<RunChange> changes, Set<UUID> forgotten, int stored) {}

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
        RunSave save = new RunSave(batch, now);
        Set<UUID> unsaved = append(connection, batch, now, fresh.values(), save, lock);
        save.write(connection, slot);
        accounting.save(connection, slot);
        Batches.record(connection, batch, fresh.size(), keys(fresh.values()));
        return new Result(outcomes, save.changes(), unsaved, fresh.size());
    }

    /** Of all events: whoever tails wants those, too, whose runs are folded later. */
    private static Set<UUID> keys(Collection<LogRow> rows) {
        Set<UUID> keys = new LinkedHashSet<>();
        for (LogRow row : rows) {
            if (row.key() != null) {
                keys.add(row.key());
            }
        }
        return keys;
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
        Map<UUID, KeyEvents> keys = byKey(rows);
        Map<UUID, StoredRun> stored = stored(connection, keys, lock);
        List<KeyEvents> older;
        try (EventLog.Appending appending = EventLog.append(connection, batch, now, rows)) {
            older = foldNewer(keys.values(), stored, save);
            appending.finish();
        }
        return foldAgain(connection, older, save);
    }

    void remember(Result result, long batch) {
        cache.forget(result.forgotten());
        for (RunChange change : result.changes()) {
            if (change.newest().isEnded()) {
                cache.forget(List.of(change.id())); // it seldom hears more, and would fill the heap with the past
            } else {
                cache.put(change.id(), StoredRun.of(change.newest(), batch));
            }
        }
    }

    void forget(List<Submission> group) {
        for (Submission submission : group) {
            for (LogRow row : submission.rows()) {
                if (row.key() != null) {
                    cache.forget(List.of(row.key()));
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
        String credential = submission.credential();
        for (LogRow row : submission.rows()) {
            EventId id = row.eventId();
            if (known.contains(id) || fresh.putIfAbsent(id, row) != null) {
                duplicates++;
                accounting.duplicate(row.source(), credential);
            } else if (row.event().isIgnored()) {
                ignored++;
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
                submission.rejected().stream().map(Parked.Row::rejection).toList());
    }

    private static Map<UUID, KeyEvents> byKey(Iterable<LogRow> rows) {
        Map<UUID, KeyEvents> keys = new TreeMap<>(Ids::compareUnsigned);
        for (LogRow row : rows) {
            WorkflowEvent event = row.event().event();
            RunKey key = row.runKey();
            if (event != null && key != null && row.key() != null) {
                keys.computeIfAbsent(
                                row.key(), id -> new KeyEvents(id, key, row.org(), row.source(), new ArrayList<>(2)))
                        .events()
                        .add(event);
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

    /** The fast path. Touches nothing but memory. @return those that it cannot take */
    private static List<KeyEvents> foldNewer(Collection<KeyEvents> keys, Map<UUID, StoredRun> stored, RunSave save) {
        List<KeyEvents> older = new ArrayList<>(0);
        for (KeyEvents key : keys) {
            StoredRun run = stored.get(key.id());
            RunState newest = run == null ? null : run.state();
            boolean outdated = run != null && newest == null;
            List<WorkflowEvent> events = key.events();
            events.sort(Comparator.comparing(WorkflowEvent::order));
            if (outdated || !RunFold.isNewer(newest, events.get(0).order())) {
                older.add(key);
                continue;
            }
            List<RunState> runs = apply(newest, key);
            if (runs == null) {
                older.add(key);
            } else {
                save.add(new RunChange(key.key(), key.id(), key.org(), key.source(), run, runs, false));
            }
        }
        return older;
    }

    private static @Nullable List<RunState> apply(@Nullable RunState newest, KeyEvents key) {
        try {
            return RunFold.apply(newest, key.events());
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
