package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A temporary table for rows on their way into another one, of the same form. Made when there is need: what is to be emptied
 * with every commit costs every commit.
 *
 * @param more columns beside those of the other table, empty for none
 */
record Staging(String name, String of, String more) {
    private static final String CREATE = """
            CREATE TEMP TABLE %s WITH (toast_tuple_target = 8160) ON COMMIT DELETE ROWS
              AS SELECT *%s FROM %s WITH NO DATA
            """;
    private static final String IS_THERE = "SELECT to_regclass(?) IS NOT NULL";

    void send(Connection connection, BinaryCopy rows, String copySql) throws SQLException {
        if (!isThere(connection)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(CREATE.formatted(name, more.isEmpty() ? "" : ", " + more, of));
            }
        }
        rows.send(connection, copySql);
    }

    /** Sends rows only to ask something of them. */
    List<UUID> select(Connection connection, BinaryCopy rows, String copySql, String question) throws SQLException {
        send(connection, rows, copySql);
        List<UUID> ids = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery(question)) {
                while (row.next()) {
                    ids.add(row.getObject(1, UUID.class));
                }
            }
            statement.execute("DELETE FROM " + name);
        }
        return ids;
    }

    /** Asked first: after any CREATE, even one that finds all there, the driver prepares every statement anew. */
    private boolean isThere(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(IS_THERE)) {
            select.setString(1, "pg_temp." + name);
            try (ResultSet row = select.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }
}
