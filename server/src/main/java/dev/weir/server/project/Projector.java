package dev.weir.server.project;

import dev.weir.host.Folding;
import dev.weir.host.Outcome;
import dev.weir.host.Recording;
import dev.weir.host.SessionProjector;
import dev.weir.host.Submission;
import dev.weir.host.Told;
import dev.weir.store.EventLog;
import dev.weir.store.LogRow;
import dev.weir.store.RunSave;
import dev.weir.store.RunStore.RunChange;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** What happens inside one transaction: drop duplicates, append to the log, fold, save, account. */
final class Projector {
    private final Recording recording;
    private final Folding folding;
    private final int slot;

    Projector(Recording recording, Folding folding, int slot) {
        this.recording = recording;
        this.folding = folding;
        this.slot = slot;
    }

    /** What a transaction did, to be believed once it is committed. */
    record Result(List<Outcome> outcomes, RunSave save, Set<UUID> unsaved, int stored) {
        List<RunChange> changes() {
            return save.changes();
        }
    }

    /** @param lock take the keys' locks first, in their order: for a second try, after another writer was faster */
    Result project(Connection connection, long batch, long now, List<Submission> group, boolean lock)
            throws SQLException {
        Recording.Sorted sorted = recording.sort(connection, group);
        Collection<LogRow> rows = sorted.fresh();
        RunSave save = folding.newSave(batch, now);
        Set<UUID> unsaved = rows.isEmpty() ? Set.of() : append(connection, batch, now, rows, save, lock);
        save.write(connection, slot);
        recording.write(connection, sorted);
        new Told().events(rows).saved(save).record(connection, batch);
        return new Result(sorted.outcomes(), save, unsaved, rows.size());
    }

    /**
     * Appends events and folds them. What the folds go on from is loaded before the log has the events, so that folding
     * and the database's work on the log overlap.
     *
     * @return keys whose rows stay as they are for now
     */
    private Set<UUID> append(
            Connection connection, long batch, long now, Collection<LogRow> rows, RunSave save, boolean lock)
            throws SQLException {
        Set<Integer> facts = SessionProjector.takeFacts(connection, rows);
        Folding.Prepared prepared = folding.prepare(connection, rows, facts, now, lock);
        try (EventLog.Appending appending = EventLog.append(connection, batch, now, rows)) {
            prepared.foldNewer(save);
            appending.finish();
        }
        return prepared.foldAgain(connection, save);
    }

    void remember(Result result, long batch) {
        folding.remember(result.save(), result.unsaved(), batch);
    }

    void forget(List<Submission> group) {
        group.forEach(submission -> folding.forget(submission.rows()));
    }
}
