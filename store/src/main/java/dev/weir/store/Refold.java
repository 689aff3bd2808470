package dev.weir.store;

import dev.weir.core.event.RunKey;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.RunFold;
import dev.weir.store.RunStore.RunChange;
import dev.weir.store.RunStore.StoredRun;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Folds a key again from the log. */
public final class Refold {
    private static final String IDENTITY = """
            SELECT o.id, l.org, l.source, s.env, s.service_key, l.payload->>'workflowId'
            FROM event_log l JOIN sources s ON s.source = l.source JOIN organisations o ON o.org = l.org
            WHERE l.key = ? LIMIT 1
            """;

    private Refold() {}

    /**
     * Reads the whole history of a key and folds it. The stored run is read before the history, so whoever saves another
     * one in between, or until this one is saved, is noticed by its stamp.
     *
     * @return null if the log has no event of the key that a fold knows
     */
    public static @Nullable RunChange fold(Connection connection, UUID key) throws SQLException {
        StoredRun previous = RunStore.loadNewest(connection, List.of(key)).get(key);
        try (PreparedStatement identity = connection.prepareStatement(IDENTITY)) {
            identity.setObject(1, key);
            try (ResultSet row = identity.executeQuery()) {
                return row.next() ? fold(connection, key, previous, row) : null;
            }
        }
    }

    private static @Nullable RunChange fold(
            Connection connection, UUID key, @Nullable StoredRun previous, ResultSet row) throws SQLException {
        RunKey name = new RunKey(row.getObject(1, UUID.class), row.getString(4), row.getString(5), row.getString(6));
        List<WorkflowEvent> history = new ArrayList<>();
        EventLog.history(connection, row.getInt(2), key, history::add);
        return history.isEmpty()
                ? null
                : new RunChange(name, key, row.getInt(2), row.getInt(3), previous, RunFold.fold(history), true);
    }
}
