package dev.weir.store;

import dev.weir.core.run.ReceivedEvent;
import dev.weir.core.run.RunRows;
import dev.weir.core.stage.StageEvent;
import dev.weir.wire.LogEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** When the events of a key came: what was known at a moment, and which of them were late. Times in microseconds. */
public final class Arrivals {
    /** A moment after every arrival. */
    public static final long EVER = 253_402_300_799_000_000L;

    private static final String TIMES = """
            SELECT micros(received_at), micros(max(at)), micros(min(at)) FROM event_log
            WHERE key = ? AND org = ? AND received_at <= ? GROUP BY received_at ORDER BY received_at
            """;
    private static final String HISTORY = """
            SELECT type, payload::text, micros(received_at) FROM event_log WHERE key = ? AND org = ? AND received_at <= ?
            """;

    /** By the time of an arrival, the newest event known then. */
    private final TreeMap<Long, Long> newest = new TreeMap<>();

    private boolean anyLate;

    private Arrivals() {}

    public static Arrivals of(Connection connection, int org, UUID key, long receivedBy) throws SQLException {
        Arrivals arrivals = new Arrivals();
        try (PreparedStatement select = prepare(connection, TIMES, org, key, receivedBy);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                arrivals.add(row.getLong(1), row.getLong(2), row.getLong(3));
            }
        }
        return arrivals;
    }

    private void add(long receivedAt, long latest, long earliest) {
        Map.Entry<Long, Long> before = newest.lastEntry();
        long known = before == null ? Long.MIN_VALUE : before.getValue();
        anyLate |= earliest < known;
        newest.put(receivedAt, Math.max(known, latest));
    }

    public boolean isEmpty() {
        return newest.isEmpty();
    }

    public boolean anyLate() {
        return anyLate;
    }

    /** When the last of them came. */
    public long last() {
        return newest.lastKey();
    }

    /** Something that happened later was known before it came. */
    public boolean isLate(long at, long receivedAt) {
        Map.Entry<Long, Long> before = newest.lowerEntry(receivedAt);
        return before != null && at < before.getValue();
    }

    /** The events themselves, those that a fold knows. */
    public static List<ReceivedEvent> history(Connection connection, int org, UUID key, long receivedBy)
            throws SQLException {
        StoredEvents decoder = new StoredEvents();
        List<ReceivedEvent> history = new ArrayList<>();
        try (PreparedStatement select = prepare(connection, HISTORY, org, key, receivedBy);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                LogEvent event = decoder.decode(row.getString(1), row.getString(2));
                if (event != null && event.event() != null) {
                    history.add(new ReceivedEvent(event.event(), row.getLong(3)));
                }
            }
        }
        return history;
    }

    /** The events of its stages. */
    public static List<StageEvent> stages(Connection connection, int org, UUID key, long receivedBy)
            throws SQLException {
        StoredEvents decoder = new StoredEvents();
        List<StageEvent> history = new ArrayList<>();
        try (PreparedStatement select = prepare(connection, HISTORY, org, key, receivedBy);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                LogEvent event = decoder.decode(row.getString(1), row.getString(2));
                if (event != null && event.stage() != null) {
                    history.add(event.stage());
                }
            }
        }
        return history;
    }

    private static PreparedStatement prepare(Connection connection, String sql, int org, UUID key, long receivedBy)
            throws SQLException {
        PreparedStatement select = connection.prepareStatement(sql);
        select.setObject(1, key);
        select.setInt(2, org);
        select.setObject(3, RunRows.instant(receivedBy).atOffset(ZoneOffset.UTC));
        return select;
    }
}
