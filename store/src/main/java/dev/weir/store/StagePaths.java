package dev.weir.store;

import dev.weir.core.event.Ids;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/** The words behind the numbers of paths: {@code stage_paths}. */
final class StagePaths {
    /** Arrays of arrays must all be of one length, hence JSON. */
    private static final String SAVE = """
            INSERT INTO stage_paths (variant_hash, variant)
            SELECT hash, ARRAY(SELECT json_array_elements_text(path::json)) FROM unnest(?::uuid[], ?::text[]) AS known(hash, path)
            ON CONFLICT (variant_hash) DO NOTHING
            """;

    private static final String MISSING = """
            FROM (SELECT DISTINCT ON (variant_hash) variant_hash, variant FROM stage_workflows) AS used
            WHERE NOT EXISTS (SELECT FROM stage_paths p WHERE p.variant_hash = used.variant_hash AND p.variant = used.variant)
            """;
    private static final String MEND = "INSERT INTO stage_paths (variant_hash, variant) SELECT variant_hash, variant "
            + MISSING + " ON CONFLICT (variant_hash) DO UPDATE SET variant = excluded.variant";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private StagePaths() {}

    /** Those that are new, in the order of ids, so that writers cannot deadlock. */
    static void save(Connection connection, Map<UUID, List<String>> paths) throws SQLException {
        if (paths.isEmpty()) {
            return;
        }
        List<UUID> hashes = new ArrayList<>(paths.keySet());
        hashes.sort(Ids::compareUnsigned);
        Object[] texts = hashes.stream()
                .map(hash -> MAPPER.writeValueAsString(paths.get(hash)))
                .toArray();
        try (PreparedStatement save = connection.prepareStatement(SAVE)) {
            save.setArray(1, connection.createArrayOf("uuid", hashes.toArray()));
            save.setArray(2, connection.createArrayOf("text", texts));
            save.executeUpdate();
        }
    }

    /** Words that are missing or others, though rows use them. */
    static List<String> differences(Connection connection, boolean mend) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery("SELECT variant_hash " + MISSING)) {
                while (row.next()) {
                    found.add("path " + row.getString(1) + " has no words, or others");
                }
            }
            if (mend && !found.isEmpty()) {
                statement.executeUpdate(MEND);
            }
        }
        return found;
    }
}
