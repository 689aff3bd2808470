package dev.weir.store;

import dev.weir.wire.Limits;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * What servers in front of brokers take at most, each limit as large as any of them had it: what one of them has said yes to
 * may still be on its way when it has long been started with smaller ones.
 */
public final class StoredLimits {
    private static final String LOAD = """
            SELECT max_event_bytes, max_depth, max_string_length, max_name_bytes, max_future_micros FROM front_limits
            """;
    private static final String WIDEN = """
            INSERT INTO front_limits AS known
              (max_event_bytes, max_depth, max_string_length, max_name_bytes, max_future_micros) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (one) DO UPDATE SET
              max_event_bytes = greatest(known.max_event_bytes, excluded.max_event_bytes),
              max_depth = greatest(known.max_depth, excluded.max_depth),
              max_string_length = greatest(known.max_string_length, excluded.max_string_length),
              max_name_bytes = greatest(known.max_name_bytes, excluded.max_name_bytes),
              max_future_micros = greatest(known.max_future_micros, excluded.max_future_micros)
            """;

    private StoredLimits() {}

    /** The usual ones if no server has said any. */
    public static Limits load(Connection connection) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(LOAD)) {
            return row.next()
                    ? new Limits(
                            Limits.DEFAULT.maxEvents(),
                            row.getInt(1),
                            row.getInt(2),
                            row.getInt(3),
                            row.getInt(4),
                            row.getLong(5))
                    : Limits.DEFAULT;
        }
    }

    public static void widen(Connection connection, Limits limits) throws SQLException {
        try (PreparedStatement widen = connection.prepareStatement(WIDEN)) {
            widen.setInt(1, limits.maxEventBytes());
            widen.setInt(2, limits.maxDepth());
            widen.setInt(3, limits.maxStringLength());
            widen.setInt(4, limits.maxNameBytes());
            widen.setLong(5, limits.maxFutureMicros());
            widen.executeUpdate();
        }
    }
}
