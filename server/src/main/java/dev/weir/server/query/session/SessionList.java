package dev.weir.server.query.session;

import dev.weir.core.session.SessionRow;
import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Condition;
import dev.weir.server.query.Cursor;
import dev.weir.server.query.Micros;
import dev.weir.server.query.Page;
import dev.weir.server.query.VisibleSource;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.springframework.http.HttpStatus;

/** Sessions that are asked for, those first that began last. */
final class SessionList {
    /** Every source gives its first rows in the order of its index, and no more. */
    private static final String SELECT = """
            SELECT f.*
            FROM unnest(?::int[]) AS visible(source)
            CROSS JOIN LATERAL (
              SELECT * FROM fact_workflow_sessions s WHERE s.source = visible.source%s
              ORDER BY session_start_ts DESC, id DESC LIMIT %d) AS f
            ORDER BY session_start_ts DESC, id DESC LIMIT %2$d
            """;

    private static final long LONGEST_AGO = -62_200_000_000_000_000L; // before the year 0, in microseconds
    private static final long FARTHEST = 253_500_000_000_000_000L; // after the year 9999

    private record Found(UUID id, SessionRow row) {}

    private final Connection connection;
    private final SessionFilter filter;
    private final long idleSince;

    SessionList(Connection connection, SessionFilter filter, long idleSince) {
        this.connection = connection;
        this.filter = filter;
        this.idleSince = idleSince;
    }

    Page<SessionItem> find(Scope scope, int limit, Cursor after) throws SQLException {
        Condition where = filter.ofRows(idleSince);
        if (!after.equals(Cursor.START)) {
            where.and("(session_start_ts, id) < (?, ?)", Micros.time(sensible(after.value())), after.id());
        }
        Array sources = VisibleSource.numbers(
                connection, VisibleSource.of(connection, scope, filter.envs(), filter.services()));
        String more = where.sql().isEmpty() ? "" : " AND " + where.sql();
        List<Found> found = new ArrayList<>();
        try (PreparedStatement select = where.prepareAfter(connection, SELECT.formatted(more, limit + 1), sources);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                found.add(new Found(row.getObject("id", UUID.class), SessionRead.session(row)));
            }
        }
        Page<Found> page =
                Page.of(found, limit, last -> new Cursor(Micros.of(last.row().sessionStartTs()), last.id()));
        return new Page<>(
                page.items().stream()
                        .map(one -> SessionItem.of(one.row(), idleSince))
                        .toList(),
                page.next());
    }

    private static long sensible(long at) {
        if (at < LONGEST_AGO || at > FARTHEST) {
            throw new Problem(
                    HttpStatus.BAD_REQUEST, "bad_cursor", "The cursor is none that Weir gave: start again without it.");
        }
        return at;
    }
}
