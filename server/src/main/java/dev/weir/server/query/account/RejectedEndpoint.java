package dev.weir.server.query.account;

import dev.weir.server.access.Scope;
import dev.weir.server.query.Cursor;
import dev.weir.server.query.Page;
import dev.weir.server.query.VisibleSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Events that were not taken, newest first, with the reason. */
@RestController
final class RejectedEndpoint {
    private static final String SELECT = """
            SELECT r.id, s.env, s.service_key, r.credential, r.code, r.field, r.message, r.event_id, r.content, r.truncated,
                   r.times, r.first_at, r.last_at
            FROM rejected_events r JOIN sources s ON s.source = r.source
            WHERE r.source = ANY(?) AND r.id < ?
            ORDER BY r.id DESC
            LIMIT ?
            """;

    private final DataSource database;

    RejectedEndpoint(DataSource database) {
        this.database = database;
    }

    record Rejected(
            long id,
            String env,
            String serviceKey,
            String credential,
            String code,
            @Nullable String field,
            String message,
            @Nullable String eventId,
            String content,
            boolean truncated,
            long times,
            Instant firstAt,
            Instant lastAt) {}

    @GetMapping("/api/v1/rejected")
    Page<Rejected> rejected(
            Scope scope,
            @RequestParam(required = false) @Nullable Long limit,
            @RequestParam(required = false) @Nullable String cursor)
            throws SQLException {
        Cursor from = Cursor.parse(cursor);
        int most = Page.limit(limit);
        List<Rejected> rows = select(scope, from.equals(Cursor.START) ? Long.MAX_VALUE : from.value(), most + 1);
        return Page.of(rows, most, row -> new Cursor(row.id(), new UUID(0, 0)));
    }

    private List<Rejected> select(Scope scope, long before, int most) throws SQLException {
        List<Rejected> rows = new ArrayList<>();
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setArray(1, VisibleSource.numbers(connection, VisibleSource.of(connection, scope)));
            select.setLong(2, before);
            select.setInt(3, most);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    rows.add(new Rejected(
                            row.getLong(1),
                            row.getString(2),
                            row.getString(3),
                            row.getString(4),
                            row.getString(5),
                            row.getString(6),
                            row.getString(7),
                            row.getString(8),
                            row.getString(9),
                            row.getBoolean(10),
                            row.getLong(11),
                            row.getTimestamp(12).toInstant(),
                            row.getTimestamp(13).toInstant()));
                }
            }
        }
        return rows;
    }
}
