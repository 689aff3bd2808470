package dev.weir.server.ingest;

import dev.weir.server.Database;
import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.wire.EventDecoder.Defaults;
import dev.weir.wire.EventFamily;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code POST /api/v1/rejected/{id}/retry}: a parked event goes the way of every other once more, for limits and clocks
 * change. It stays parked until it is in the log, or with the brokers, and for as long as it is not taken.
 */
@RestController
final class RetryEndpoint {
    private static final String SELECT = """
            SELECT r.content, r.truncated, s.env, s.service_key, r.family
            FROM rejected_events r JOIN sources s ON s.source = r.source JOIN organisations o ON o.org = s.org
            WHERE o.id = ? AND r.id = ?
            """;
    private static final String REMOVE = "DELETE FROM rejected_events WHERE id = ?";

    private final Database database;
    private final EventIntake intake;

    RetryEndpoint(Database database, EventIntake intake) {
        this.database = database;
        this.intake = intake;
    }

    /**
     * @param origin what stood in for an absent env or serviceKey when it was sent
     * @param family how it had come
     */
    private record ParkedEvent(String content, boolean truncated, Defaults origin, EventFamily family) {}

    @PostMapping("/api/v1/rejected/{id}/retry")
    Accounted retry(Scope scope, @PathVariable String id) throws SQLException, InterruptedException {
        ParkedEvent parked = find(scope, number(id));
        if (parked == null) {
            throw new Problem(
                    HttpStatus.NOT_FOUND,
                    "unknown_rejected",
                    "There is no rejected event " + id + " in what you may see.");
        }
        if (parked.truncated()) {
            throw new Problem(
                    HttpStatus.CONFLICT,
                    "truncated",
                    "Only a part of event " + id + " was kept: send it again from where it came.");
        }
        byte[] content = parked.content().getBytes(StandardCharsets.UTF_8);
        Accounted answer = Accounted.after(intake.takeAgain(scope, content, parked.origin(), parked.family()));
        if (answer.rejected().isEmpty()) {
            remove(number(id));
            database.awaitShown();
        }
        return answer;
    }

    /** What is no number is the id of nothing. */
    private static long number(String id) {
        try {
            return Long.parseLong(id);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private @Nullable ParkedEvent find(Scope scope, long id) throws SQLException {
        try (Connection connection = database.reader().getConnection();
                PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setObject(1, scope.org());
            select.setLong(2, id);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next() || !scope.includes(row.getString(3), row.getString(4))) {
                    return null;
                }
                Defaults origin = new Defaults(row.getString(3), row.getString(4));
                return new ParkedEvent(row.getString(1), row.getBoolean(2), origin, EventFamily.of(row.getString(5)));
            }
        }
    }

    private void remove(long id) throws SQLException {
        try (Connection connection = database.reader().getConnection();
                PreparedStatement remove = connection.prepareStatement(REMOVE)) {
            remove.setLong(1, id);
            remove.executeUpdate();
        }
    }
}
