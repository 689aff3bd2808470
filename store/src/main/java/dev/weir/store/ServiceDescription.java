package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What people call a service, in all its environments. */
public record ServiceDescription(
        @Nullable String displayName, @Nullable String description) {
    private static final String SAVE = """
            INSERT INTO service_descriptions (org, service_key, display_name, description)
            SELECT org, ?, ?, ? FROM organisations WHERE id = ?
            ON CONFLICT (org, service_key)
            DO UPDATE SET display_name = excluded.display_name, description = excluded.description
            """;

    public void save(Connection connection, UUID org, String serviceKey) throws SQLException {
        try (PreparedStatement save = connection.prepareStatement(SAVE)) {
            save.setString(1, serviceKey);
            save.setString(2, displayName);
            save.setString(3, description);
            save.setObject(4, org);
            save.executeUpdate();
        }
    }
}
