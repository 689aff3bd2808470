package dev.weir.store;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunState;
import dev.weir.store.RunStore.RunChange;
import dev.weir.store.RunStore.StoredRun;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The runs whose steps are asked for as stages, one after the other. There is no roll-up of steps: it would cost every
 * event of every run. What bounds a question is its range and its services, and in memory is one run at a time.
 */
public final class StepRuns {
    /** Runs that are made of stages have no steps of their own. */
    private static final String SELECT = "SELECT " + RunStateReader.COLUMNS + """
            , r.env, r.service_key, r.workflow_id FROM runs r
            WHERE r.source = ANY(?) AND r.stage_role <> 2 AND (cardinality(?::text[]) = 0 OR r.workflow_name = ANY(?))
              AND (?::timestamptz IS NULL OR r.last_event_at >= ?) AND (?::timestamptz IS NULL OR r.created_at < ?)
            """;

    private static final int FETCH_SIZE = 500;

    private StepRuns() {}

    /**
     * The connection must be in a transaction.
     *
     * @param names of workflows, none for all
     * @param from runs that were over before are left out
     * @param to runs that began later are left out
     */
    public static void each(
            Connection connection,
            UUID org,
            Collection<Integer> sources,
            Collection<String> names,
            @Nullable OffsetDateTime from,
            @Nullable OffsetDateTime to,
            BiConsumer<RunKey, RunState> visitor)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setFetchSize(FETCH_SIZE);
            select.setArray(1, connection.createArrayOf("int4", sources.toArray()));
            select.setArray(2, connection.createArrayOf("text", names.toArray()));
            select.setArray(3, connection.createArrayOf("text", names.toArray()));
            select.setObject(4, from);
            select.setObject(5, from);
            select.setObject(6, to);
            select.setObject(7, to);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    RunKey key = new RunKey(
                            org, row.getString("env"), row.getString("service_key"), row.getString("workflow_id"));
                    StoredRun stored = RunStore.read(row);
                    RunState state = stored.state() != null
                            ? stored.state()
                            : foldedNow(connection, row.getObject("id", UUID.class), stored.seq());
                    if (state != null) {
                        visitor.accept(key, state);
                    }
                }
            }
        }
    }

    /** For a row that an older fold left and that nobody has folded again yet. */
    private static @Nullable RunState foldedNow(Connection connection, UUID id, int seq) throws SQLException {
        RunChange change = Refold.fold(connection, id);
        return change == null || change.runs().size() < seq
                ? null
                : change.runs().get(seq - 1);
    }
}
