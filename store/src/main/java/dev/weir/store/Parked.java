package dev.weir.store;

import dev.weir.core.event.Ids;
import dev.weir.wire.Rejection;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;

/** Keeps what was rejected, with the reason, for people to see and to try again: bounded per day, the same content once. */
public final class Parked {
    /** What is kept of one event; longer ones are kept in part and cannot be tried again. */
    static final int MOST_CHARACTERS = 1 << 20;

    private static final String RESERVE = """
            INSERT INTO parked_bytes AS p (day, org, bytes) VALUES (current_date, ?, ?)
            ON CONFLICT (day, org) DO UPDATE SET bytes = p.bytes + excluded.bytes
            RETURNING bytes
            """;
    private static final String PARK = """
            INSERT INTO rejected_events AS r
              (source, credential, code, field, message, event_id, content, content_hash, truncated)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (source, content_hash) DO UPDATE SET
              times = r.times + 1, last_at = now(), code = excluded.code, field = excluded.field, message = excluded.message
            """;
    private static final String COUNT_AGAIN =
            "UPDATE rejected_events SET times = times + 1, last_at = now() WHERE source = ? AND content_hash = ?";

    private Parked() {}

    /** A rejected event and whose it is. */
    public record Row(int org, int source, String credential, Rejection rejection) {}

    public static void park(Connection connection, Collection<Row> rows, long mostBytesPerDay) throws SQLException {
        for (Row row : rows) {
            park(connection, row, mostBytesPerDay);
        }
    }

    private static void park(Connection connection, Row row, long mostBytesPerDay) throws SQLException {
        Rejection rejection = row.rejection();
        String whole = new String(rejection.content(), StandardCharsets.UTF_8).replace('\0', '\uFFFD');
        String content = whole.length() > MOST_CHARACTERS ? whole.substring(0, MOST_CHARACTERS) : whole;
        var hash = Ids.named("rejected", whole);
        try (PreparedStatement again = connection.prepareStatement(COUNT_AGAIN)) {
            again.setInt(1, row.source());
            again.setObject(2, hash);
            if (again.executeUpdate() > 0 || !hasRoom(connection, row.org(), content.length(), mostBytesPerDay)) {
                return;
            }
        }
        try (PreparedStatement park = connection.prepareStatement(PARK)) {
            park.setInt(1, row.source());
            park.setString(2, row.credential());
            park.setString(3, rejection.code().label());
            park.setString(4, rejection.field());
            park.setString(5, rejection.message());
            park.setString(6, rejection.eventId());
            park.setString(7, content);
            park.setObject(8, hash);
            park.setBoolean(9, content.length() < whole.length());
            park.executeUpdate();
        }
    }

    private static boolean hasRoom(Connection connection, int org, int bytes, long mostBytesPerDay)
            throws SQLException {
        try (PreparedStatement reserve = connection.prepareStatement(RESERVE)) {
            reserve.setInt(1, org);
            reserve.setInt(2, bytes);
            try (ResultSet row = reserve.executeQuery()) {
                row.next();
                return row.getLong(1) <= mostBytesPerDay;
            }
        }
    }
}
