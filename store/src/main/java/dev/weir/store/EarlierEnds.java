package dev.weir.store;

import dev.weir.core.run.RunStatus;
import dev.weir.core.signal.Outcome;
import dev.weir.core.signal.SignalKind;
import dev.weir.store.RunDurations.Name;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How the last run of a workflow ended that was over when another one began, whenever that is asked. */
final class EarlierEnds {
    /** One short look into an index per way to end. */
    private static final String BEFORE = """
            SELECT wanted.id, last.status, micros(last.ended_at), last.workflow_id, last.run_seq, last.duration_ms
            FROM unnest(?::uuid[], ?::int[], ?::text[], ?::bigint[]) AS wanted(id, source, name, began)
            CROSS JOIN unnest('{completed,failed,cancelled}'::workflow_status[]) AS ways(status)
            CROSS JOIN LATERAL (
              SELECT r.status, r.ended_at, r.workflow_id, r.run_seq, r.duration_ms FROM runs r
              WHERE r.newest AND r.ended_at IS NOT NULL AND r.source = wanted.source AND r.status = ways.status
                AND r.name_hash = hashtextextended(wanted.name, 0) AND r.workflow_name = wanted.name
                AND r.ended_at <= timestamptz 'epoch' + wanted.began * interval '1 microsecond' AND r.id <> wanted.id
              ORDER BY r.ended_at DESC, r.id DESC LIMIT 1) AS last
            """;

    private EarlierEnds() {}

    /**
     * A run that asks.
     *
     * @param began when it was first heard of, in microseconds since 1970
     */
    record Asking(UUID id, Name name, long began) {}

    /** Those before which none ended are missing. */
    static Map<UUID, Outcome> before(Connection connection, Collection<Asking> runs) throws SQLException {
        Map<UUID, Outcome> last = new HashMap<>();
        if (runs.isEmpty()) {
            return last;
        }
        List<Asking> asking = List.copyOf(runs);
        try (PreparedStatement select = connection.prepareStatement(BEFORE)) {
            set(select, 1, "uuid", asking, Asking::id);
            set(select, 2, "int4", asking, run -> run.name().source());
            set(select, 3, "text", asking, run -> run.name().workflowName());
            set(select, 4, "int8", asking, Asking::began);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    last.merge(row.getObject(1, UUID.class), outcome(row), EarlierEnds::later);
                }
            }
        }
        return last;
    }

    private static void set(
            PreparedStatement select, int index, String type, List<Asking> asking, Function<Asking, Object> value)
            throws SQLException {
        select.setArray(
                index,
                select.getConnection()
                        .createArrayOf(type, asking.stream().map(value).toArray()));
    }

    static @Nullable Outcome before(Connection connection, Asking run) throws SQLException {
        return before(connection, List.of(run)).get(run.id());
    }

    private static Outcome outcome(ResultSet row) throws SQLException {
        return new Outcome(
                SignalKind.ofEnd(RunStatus.of(row.getString(2))),
                row.getLong(3),
                row.getString(4),
                row.getInt(5),
                row.getObject(6, Long.class));
    }

    private static Outcome later(Outcome a, Outcome b) {
        return a.compareTo(b) > 0 ? a : b;
    }
}
