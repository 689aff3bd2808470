package dev.weir.store;

import dev.weir.core.event.Ids;
import dev.weir.wire.EventFamily;
import dev.weir.wire.Rejection;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

/**
 * Keeps what was rejected, with the reason, for people to see and to try again: bounded per day, the same content once.
 * The row of the day is locked first, so that those who park the same do not wait for each other in a circle.
 */
public final class Parked {
    /** What is kept of one event; longer ones are kept in part and cannot be tried again. */
    static final int MOST_CHARACTERS = 1 << 20;

    private static final String LOCK_DAY = """
            INSERT INTO parked_bytes AS p (day, org, bytes) VALUES (current_date, ?, 0)
            ON CONFLICT (day, org) DO UPDATE SET bytes = p.bytes
            RETURNING bytes
            """;
    private static final String RESERVE =
            "UPDATE parked_bytes SET bytes = bytes + ? WHERE day = current_date AND org = ?";
    private static final String KNOWN = """
            SELECT r.source, r.content_hash FROM unnest(?::int[], ?::uuid[]) AS sent(source, content_hash)
            JOIN rejected_events r ON r.source = sent.source AND r.content_hash = sent.content_hash
            """;
    private static final String PARK = """
            INSERT INTO rejected_events AS r
              (source, credential, code, field, message, event_id, content, content_hash, truncated, times, family)
            SELECT * FROM unnest(?::int[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::uuid[],
                                 ?::boolean[], ?::bigint[], ?::text[])
            ON CONFLICT (source, content_hash) DO UPDATE SET
              times = r.times + excluded.times, last_at = now(),
              code = excluded.code, field = excluded.field, message = excluded.message,
              family = excluded.family
            """;

    private Parked() {}

    /**
     * A rejected event and whose it is.
     *
     * @param family how it came
     */
    public record Row(int org, int source, String credential, Rejection rejection, EventFamily family) {}

    private record Identity(int source, UUID contentHash) {}

    /** Rows of the same content, with the reason of the last one. */
    private record Entry(Identity identity, Row row, String content, boolean truncated, long times) {
        static Entry of(Row row) {
            String whole = new String(row.rejection().content(), StandardCharsets.UTF_8).replace('\0', '\uFFFD');
            int end = Math.min(whole.length(), MOST_CHARACTERS);
            if (end < whole.length() && Character.isHighSurrogate(whole.charAt(end - 1))) {
                end--; // half a character could not be stored
            }
            Identity identity = new Identity(row.source(), Ids.named("rejected", whole));
            return new Entry(identity, row, whole.substring(0, end), end < whole.length(), 1);
        }

        Entry plus(Entry later) {
            return new Entry(identity, later.row, content, truncated, times + later.times);
        }

        long bytes() {
            return content.getBytes(StandardCharsets.UTF_8).length;
        }
    }

    public static void park(Connection connection, Collection<Row> rows, long mostBytesPerDay) throws SQLException {
        Map<Integer, Map<Identity, Entry>> orgs = new TreeMap<>();
        for (Row row : rows) {
            Entry entry = Entry.of(row);
            orgs.computeIfAbsent(row.org(), org -> new LinkedHashMap<>()).merge(entry.identity(), entry, Entry::plus);
        }
        for (Map.Entry<Integer, Map<Identity, Entry>> org : orgs.entrySet()) {
            park(connection, org.getKey(), org.getValue(), mostBytesPerDay);
        }
    }

    private static void park(Connection connection, int org, Map<Identity, Entry> entries, long mostBytesPerDay)
            throws SQLException {
        long room = mostBytesPerDay - lockDay(connection, org);
        Set<Identity> known = known(connection, entries.keySet());
        List<Entry> kept = new ArrayList<>(entries.size());
        long used = 0;
        for (Entry entry : entries.values()) {
            long bytes = known.contains(entry.identity()) ? 0 : entry.bytes();
            if (bytes == 0 || used + bytes <= room) {
                used += bytes;
                kept.add(entry);
            }
        }
        reserve(connection, org, used);
        save(connection, kept);
    }

    private static long lockDay(Connection connection, int org) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(LOCK_DAY)) {
            lock.setInt(1, org);
            try (ResultSet row = lock.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private static void reserve(Connection connection, int org, long bytes) throws SQLException {
        if (bytes > 0) {
            try (PreparedStatement reserve = connection.prepareStatement(RESERVE)) {
                reserve.setLong(1, bytes);
                reserve.setInt(2, org);
                reserve.executeUpdate();
            }
        }
    }

    private static Set<Identity> known(Connection connection, Collection<Identity> sent) throws SQLException {
        Set<Identity> known = new HashSet<>();
        try (PreparedStatement select = connection.prepareStatement(KNOWN)) {
            setColumn(select, 1, "int4", sent, Identity::source);
            setColumn(select, 2, "uuid", sent, Identity::contentHash);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    known.add(new Identity(row.getInt(1), row.getObject(2, UUID.class)));
                }
            }
        }
        return known;
    }

    private static void save(Connection connection, List<Entry> entries) throws SQLException {
        try (PreparedStatement park = connection.prepareStatement(PARK)) {
            setColumn(park, 1, "int4", entries, entry -> entry.row().source());
            setColumn(park, 2, "text", entries, entry -> entry.row().credential());
            setColumn(
                    park,
                    3,
                    "text",
                    entries,
                    entry -> entry.row().rejection().code().label());
            setColumn(park, 4, "text", entries, entry -> entry.row().rejection().field());
            setColumn(park, 5, "text", entries, entry -> entry.row().rejection().message());
            setColumn(park, 6, "text", entries, entry -> entry.row().rejection().eventId());
            setColumn(park, 7, "text", entries, Entry::content);
            setColumn(park, 8, "uuid", entries, entry -> entry.identity().contentHash());
            setColumn(park, 9, "bool", entries, Entry::truncated);
            setColumn(park, 10, "int8", entries, Entry::times);
            setColumn(park, 11, "text", entries, entry -> entry.row().family().label());
            park.executeUpdate();
        }
    }

    private static <T> void setColumn(
            PreparedStatement statement, int index, String type, Collection<T> rows, Function<T, ?> column)
            throws SQLException {
        Object[] values = rows.stream().map(column).toArray();
        statement.setArray(index, statement.getConnection().createArrayOf(type, values));
    }
}
