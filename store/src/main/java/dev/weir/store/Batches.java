package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Numbers for group commits, and the order in which these became visible. Numbers are taken in blocks, since all that
 * matters is that no two commits share one. Used by one writing thread.
 */
public final class Batches {
    private static final int BLOCK = 1000; // as batch_number increments

    private long next;
    private long blockEnd;

    public long next(Connection connection) throws SQLException {
        if (next == blockEnd) {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT nextval('batch_number')")) {
                row.next();
                next = row.getLong(1);
                blockEnd = next + BLOCK;
            }
        }
        return next++;
    }

    /** The last statement of a commit; see {@code record_commit}. */
    public static long record(Connection connection, long batch, int events, Collection<UUID> changedKeys)
            throws SQLException {
        return record(connection, batch, events, changedKeys, List.of());
    }

    /** @param heard sessions that it tells of, and runs that they are and that stay as they were */
    public static long record(
            Connection connection, long batch, int events, Collection<UUID> changedKeys, Collection<UUID> heard)
            throws SQLException {
        try (PreparedStatement record = connection.prepareStatement("SELECT record_commit(?, ?, ?, ?)")) {
            record.setLong(1, batch);
            record.setInt(2, events);
            record.setArray(3, connection.createArrayOf("uuid", changedKeys.toArray()));
            record.setArray(4, connection.createArrayOf("uuid", heard.toArray()));
            try (ResultSet row = record.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** For a writer that lost its connection while it was committing. */
    public static boolean isCommitted(Connection connection, long batch) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT FROM commits WHERE batch = ?")) {
            select.setLong(1, batch);
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        }
    }
}
