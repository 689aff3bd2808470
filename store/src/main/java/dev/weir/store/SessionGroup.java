package dev.weir.store;

import dev.weir.core.event.Ids;
import dev.weir.core.session.SessionRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What sessions are counted by: the words behind the ids in {@code session_hours} and {@code session_latencies}. */
record SessionGroup(
        @Nullable String gateway,
        @Nullable String pipeline,
        @Nullable String modelId,
        @Nullable String gpuId,
        @Nullable String orchestratorAddress) {
    private static final String SAVE = """
            INSERT INTO session_groups (grouping, gateway, pipeline, model_id, gpu_id, orchestrator_address)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
            ON CONFLICT (grouping) DO NOTHING
            """;
    private static final String USED = """
            SELECT DISTINCT gateway, pipeline, model_id, gpu_id, orchestrator_address FROM sessions
            """;
    private static final String KNOWN =
            "SELECT gateway, pipeline, model_id, gpu_id, orchestrator_address, grouping FROM session_groups";

    static SessionGroup of(SessionRow row) {
        return new SessionGroup(row.gateway(), row.pipeline(), row.modelId(), row.gpuId(), row.orchestratorAddress());
    }

    /** Nothing is another name than an empty one. */
    UUID id() {
        return Ids.named(
                "session group", part(gateway), part(pipeline), part(modelId), part(gpuId), part(orchestratorAddress));
    }

    private static String part(@Nullable String name) {
        return name == null ? "" : "=" + name;
    }

    /** Those that are new, in the order of ids, so that writers cannot deadlock. */
    static void save(Connection connection, Map<SessionGroup, UUID> groups) throws SQLException {
        if (groups.isEmpty()) {
            return;
        }
        List<Map.Entry<SessionGroup, UUID>> ordered = new ArrayList<>(groups.entrySet());
        ordered.sort((a, b) -> Ids.compareUnsigned(a.getValue(), b.getValue()));
        try (PreparedStatement save = connection.prepareStatement(SAVE)) {
            save.setArray(
                    1,
                    connection.createArrayOf(
                            "uuid", ordered.stream().map(Map.Entry::getValue).toArray()));
            List<Function<SessionGroup, @Nullable String>> columns = List.of(
                    SessionGroup::gateway,
                    SessionGroup::pipeline,
                    SessionGroup::modelId,
                    SessionGroup::gpuId,
                    SessionGroup::orchestratorAddress);
            for (int i = 0; i < columns.size(); i++) {
                Function<SessionGroup, @Nullable String> column = columns.get(i);
                Object[] names = ordered.stream()
                        .map(entry -> column.apply(entry.getKey()))
                        .toArray();
                save.setArray(i + 2, connection.createArrayOf("text", names));
            }
            save.executeUpdate();
        }
    }

    /** Words that are missing, though sessions are counted by them. */
    static List<String> differences(Connection connection, boolean mend) throws SQLException {
        Map<SessionGroup, UUID> missing = new HashMap<>();
        try (Statement select = connection.createStatement()) {
            try (ResultSet row = select.executeQuery(USED)) {
                while (row.next()) {
                    SessionGroup group = read(row, 1);
                    missing.put(group, group.id());
                }
            }
            try (ResultSet row = select.executeQuery(KNOWN)) {
                while (row.next()) {
                    missing.remove(read(row, 1), row.getObject(6, UUID.class));
                }
            }
        }
        if (mend) {
            save(connection, missing);
        }
        return missing.keySet().stream()
                .map(group -> "the sessions of " + group + " have no words")
                .toList();
    }

    static SessionGroup read(ResultSet row, int first) throws SQLException {
        return new SessionGroup(
                row.getString(first),
                row.getString(first + 1),
                row.getString(first + 2),
                row.getString(first + 3),
                row.getString(first + 4));
    }
}
