package dev.weir.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/** The indexes of a table, dropped while it is filled and made again at the end, which is much faster than keeping them. */
final class Indexes {
    /** All but those that a constraint needs. */
    private static final String SELECT = """
            SELECT c.relname, pg_get_indexdef(c.oid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
            WHERE i.indrelid = ?::regclass AND NOT i.indisunique
            """;

    private final Map<String, String> definitions = new LinkedHashMap<>();

    static Indexes drop(Connection connection, String table) throws SQLException {
        Indexes indexes = new Indexes();
        try (PreparedStatement select = connection.prepareStatement(SELECT);
                Statement statement = connection.createStatement()) {
            select.setString(1, table);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    indexes.definitions.put(row.getString(1), row.getString(2));
                }
            }
            for (String name : indexes.definitions.keySet()) {
                statement.execute("DROP INDEX " + name);
            }
        }
        return indexes;
    }

    void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String definition : definitions.values()) {
                statement.execute(definition);
            }
        }
    }
}
