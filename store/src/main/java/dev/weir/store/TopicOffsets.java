package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * How far the log has what came over a broker. Written in the transaction that appends, so whoever is handed a record again
 * knows that it has been accounted for.
 */
public final class TopicOffsets {
    private static final String NEXT = """
            SELECT topic, part, next_offset FROM topic_offsets
            WHERE (topic, part) IN (SELECT * FROM unnest(?::text[], ?::int[])) ORDER BY topic, part FOR UPDATE
            """;
    private static final String SAVE = """
            INSERT INTO topic_offsets (topic, part, next_offset)
            SELECT * FROM unnest(?::text[], ?::int[], ?::bigint[]) AS t(topic, part, next_offset) ORDER BY topic, part
            ON CONFLICT (topic, part) DO UPDATE SET next_offset = excluded.next_offset
            """;

    private TopicOffsets() {}

    /** A partition of a topic. */
    public record Part(String topic, int number) {}

    /** Of these, the first offset that is not in the log, locked until the transaction ends; none for those that nothing is known of. */
    public static Map<Part, Long> next(Connection connection, Collection<Part> parts) throws SQLException {
        Map<Part, Long> next = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(NEXT)) {
            select.setArray(
                    1,
                    connection.createArrayOf(
                            "text", parts.stream().map(Part::topic).toArray()));
            select.setArray(
                    2,
                    connection.createArrayOf(
                            "int4", parts.stream().map(Part::number).toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    next.put(new Part(row.getString(1), row.getInt(2)), row.getLong(3));
                }
            }
        }
        return next;
    }

    /** In the transaction that asked how far the log was; it may be less than before, of a topic that was made anew. */
    public static void save(Connection connection, Map<Part, Long> next) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(SAVE)) {
            insert.setArray(
                    1,
                    connection.createArrayOf(
                            "text", next.keySet().stream().map(Part::topic).toArray()));
            insert.setArray(
                    2,
                    connection.createArrayOf(
                            "int4", next.keySet().stream().map(Part::number).toArray()));
            insert.setArray(3, connection.createArrayOf("int8", next.values().toArray()));
            insert.executeUpdate();
        }
    }

    /** All that is known. */
    public static Map<Part, Long> all(Connection connection) throws SQLException {
        Map<Part, Long> next = new HashMap<>();
        try (PreparedStatement select =
                        connection.prepareStatement("SELECT topic, part, next_offset FROM topic_offsets");
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                next.put(new Part(row.getString(1), row.getInt(2)), row.getLong(3));
            }
        }
        return next;
    }
}
