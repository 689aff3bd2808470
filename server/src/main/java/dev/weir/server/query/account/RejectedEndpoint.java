package dev.weir.server.query.account;

import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Cursor;
import dev.weir.server.query.Micros;
import dev.weir.server.query.Page;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.Takes;
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
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Events that were not taken, with the reason: first what came last, be it for the first time or again. */
@RestController
final class RejectedEndpoint {
    private static final Cursor NEWEST = new Cursor(Long.MAX_VALUE, new UUID(0, Long.MAX_VALUE));

    /** The contents, which may be long, are read of those that are shown. */
    private static final String SELECT = """
            WITH page AS (
              SELECT id, micros(last_at) AS last_micros FROM rejected_events
              WHERE source = ANY(?) AND (micros(last_at), id) < (?, ?)
              ORDER BY last_micros DESC, id DESC LIMIT ?)
            SELECT r.id, s.env, s.service_key, r.credential, r.code, r.field, r.message, r.event_id, r.content, r.truncated,
                   r.times, r.first_at, r.last_at
            FROM page JOIN rejected_events r ON r.id = page.id JOIN sources s ON s.source = r.source
            ORDER BY page.last_micros DESC, page.id DESC
            """;

    private static final String ONE = """
            SELECT r.id, s.env, s.service_key, r.credential, r.code, r.field, r.message, r.event_id, r.content, r.truncated,
                   r.times, r.first_at, r.last_at
            FROM rejected_events r JOIN sources s ON s.source = r.source
            WHERE r.source = ANY(?) AND r.id = ?
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
    @Takes({Parameter.ENV, Parameter.SERVICE, Parameter.LIMIT, Parameter.CURSOR})
    Page<Rejected> rejected(Scope scope, Parameters parameters) throws SQLException {
        Cursor cursor = Cursor.parse(parameters.text(Parameter.CURSOR));
        Cursor after = cursor.equals(Cursor.START) ? NEWEST : cursor;
        int most = parameters.limit();
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setArray(
                    1,
                    VisibleSource.numbers(
                            connection,
                            VisibleSource.of(
                                    connection,
                                    scope,
                                    parameters.texts(Parameter.ENV),
                                    parameters.texts(Parameter.SERVICE))));
            select.setLong(2, after.value());
            select.setLong(3, after.id().getLeastSignificantBits());
            select.setInt(4, most + 1);
            return Page.of(read(select), most, row -> new Cursor(Micros.of(row.lastAt()), new UUID(0, row.id())));
        }
    }

    @GetMapping("/api/v1/rejected/{id}")
    Rejected one(Scope scope, @PathVariable String id) throws SQLException {
        if (!id.matches("\\d{1,18}")) {
            throw unknown(id);
        }
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(ONE)) {
            select.setArray(1, VisibleSource.numbers(connection, VisibleSource.of(connection, scope)));
            select.setLong(2, Long.parseLong(id));
            return read(select).stream().findFirst().orElseThrow(() -> unknown(id));
        }
    }

    private static Problem unknown(String id) {
        return new Problem(
                HttpStatus.NOT_FOUND, "unknown_rejected", "There is no rejected event " + id + " in what you may see.");
    }

    private static List<Rejected> read(PreparedStatement select) throws SQLException {
        List<Rejected> rows = new ArrayList<>();
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
        return rows;
    }
}
