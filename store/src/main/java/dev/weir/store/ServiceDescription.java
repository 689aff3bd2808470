package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What people call a service, in all its environments. */
public record ServiceDescription(
        @Nullable String displayName, @Nullable String description) {
    /** The update changes nothing; it waits for whoever is at it, and returns what they left. */
    private static final String LOCK = """
            INSERT INTO service_descriptions AS s (org, service_key) SELECT org, ? FROM organisations WHERE id = ?
            ON CONFLICT (org, service_key) DO UPDATE SET service_key = excluded.service_key
            RETURNING s.display_name, s.description
            """;

    private static final String SAVE = """
            UPDATE service_descriptions SET display_name = ?, description = ?
            WHERE service_key = ? AND org = (SELECT org FROM organisations WHERE id = ?)
            """;

    /** What is said of a service now, and until the transaction ends nobody else says anything of it. */
    public static ServiceDescription lock(Connection connection, UUID org, String serviceKey) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(LOCK)) {
            lock.setString(1, serviceKey);
            lock.setObject(2, org);
            try (ResultSet row = lock.executeQuery()) {
                row.next();
                return new ServiceDescription(row.getString(1), row.getString(2));
            }
        }
    }

    /** To be called after {@link #lock}. */
    public void save(Connection connection, UUID org, String serviceKey) throws SQLException {
        try (PreparedStatement save = connection.prepareStatement(SAVE)) {
            save.setString(1, displayName);
            save.setString(2, description);
            save.setString(3, serviceKey);
            save.setObject(4, org);
            save.executeUpdate();
        }
    }
}
