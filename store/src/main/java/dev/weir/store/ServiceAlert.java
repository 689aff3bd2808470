package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What people want to be told of a service in an environment: at least one of the limits is set.
 *
 * @param minSuccessRate of the runs that completed or failed in the window, as a share
 * @param maxP95DurationMs of the runs that completed in the window
 * @param maxSilenceMs since anything was heard
 * @param minRuns of fewer nothing is said of success or durations
 */
public record ServiceAlert(
        @Nullable Double minSuccessRate,
        @Nullable Long maxP95DurationMs,
        @Nullable Long maxSilenceMs,
        long windowMs,
        int minRuns) {

    private static final String OF_SOURCES = """
            SELECT s.source, a.min_success_rate, a.max_p95_ms, a.max_silence_ms, a.window_ms, a.min_runs
            FROM service_alerts a JOIN sources s ON s.org = a.org AND s.service_key = a.service_key AND s.env = a.env
            WHERE s.source = ANY(?)
            """;
    private static final String SAVE = """
            INSERT INTO service_alerts
              (org, service_key, env, min_success_rate, max_p95_ms, max_silence_ms, window_ms, min_runs)
            SELECT org, ?, ?, ?::float8, ?::int8, ?::int8, ?, ? FROM organisations WHERE id = ?
            ON CONFLICT (org, service_key, env) DO UPDATE SET
              min_success_rate = excluded.min_success_rate, max_p95_ms = excluded.max_p95_ms,
              max_silence_ms = excluded.max_silence_ms, window_ms = excluded.window_ms, min_runs = excluded.min_runs
            """;
    private static final String REMOVE = """
            DELETE FROM service_alerts
            WHERE service_key = ? AND env = ? AND org = (SELECT org FROM organisations WHERE id = ?)
            """;

    /** By the number of the source; those that nobody set one for are left out. */
    public static Map<Integer, ServiceAlert> of(Connection connection, Collection<Integer> sources)
            throws SQLException {
        Map<Integer, ServiceAlert> alerts = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(OF_SOURCES)) {
            select.setArray(1, connection.createArrayOf("int4", sources.toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    alerts.put(
                            row.getInt(1),
                            new ServiceAlert(
                                    row.getObject(2, Double.class),
                                    row.getObject(3, Long.class),
                                    row.getObject(4, Long.class),
                                    row.getLong(5),
                                    row.getInt(6)));
                }
            }
        }
        return alerts;
    }

    public void save(Connection connection, UUID org, String serviceKey, String env) throws SQLException {
        try (PreparedStatement save = connection.prepareStatement(SAVE)) {
            save.setString(1, serviceKey);
            save.setString(2, env);
            save.setObject(3, minSuccessRate);
            save.setObject(4, maxP95DurationMs);
            save.setObject(5, maxSilenceMs);
            save.setLong(6, windowMs);
            save.setInt(7, minRuns);
            save.setObject(8, org);
            save.executeUpdate();
        }
    }

    public static void remove(Connection connection, UUID org, String serviceKey, String env) throws SQLException {
        try (PreparedStatement remove = connection.prepareStatement(REMOVE)) {
            remove.setString(1, serviceKey);
            remove.setString(2, env);
            remove.setObject(3, org);
            remove.executeUpdate();
        }
    }
}
