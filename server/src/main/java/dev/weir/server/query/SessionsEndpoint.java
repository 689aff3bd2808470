package dev.weir.server.query;

import dev.weir.core.session.SessionRules;
import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.store.StoredRules;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Live-video sessions: which there are, what one of them went through, and how they fare. */
@RestController
final class SessionsEndpoint {
    private static final String PATIENCE = "SET LOCAL statement_timeout = '10s'";
    private static final String QUERY_CANCELLED = "57014";

    private final DataSource database;
    private final Clock clock;

    SessionsEndpoint(DataSource database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** What is asked of the database, all of one moment. */
    private interface Question<T> {
        T ask(Connection connection) throws SQLException;
    }

    private <T> T answer(Question<T> question) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            try (Statement statement = connection.createStatement()) {
                statement.execute(PATIENCE);
                return question.ask(connection);
            } catch (SQLException e) {
                if (QUERY_CANCELLED.equals(e.getSQLState())) {
                    throw tooMuch();
                }
                throw e;
            } finally {
                connection.rollback();
            }
        }
    }

    private static Problem tooMuch() {
        return new Problem(
                HttpStatus.BAD_REQUEST,
                "range_too_wide",
                "The range holds more sessions than can be looked at like this: choose a shorter one.");
    }

    @GetMapping("/api/v1/sessions")
    @Takes({
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.OUTCOME,
        Parameter.GATEWAY,
        Parameter.ORCHESTRATOR,
        Parameter.MODEL,
        Parameter.GPU,
        Parameter.PIPELINE,
        Parameter.SWAPPED,
        Parameter.ACTIVITY,
        Parameter.FROM,
        Parameter.TO,
        Parameter.SESSION_Q,
        Parameter.LIMIT,
        Parameter.CURSOR
    })
    Page<SessionItem> sessions(Scope scope, Parameters parameters) throws SQLException {
        SessionFilter filter = SessionFilter.of(parameters);
        Cursor after = Cursor.parse(parameters.text(Parameter.CURSOR));
        return answer(connection -> new SessionList(connection, filter, idleSince(StoredRules.load(connection)))
                .find(scope, parameters.limit(), after));
    }

    @GetMapping("/api/v1/sessions/metrics")
    @Takes({
        Parameter.SESSION_BY,
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.GATEWAY,
        Parameter.ORCHESTRATOR,
        Parameter.MODEL,
        Parameter.GPU,
        Parameter.PIPELINE,
        Parameter.FROM,
        Parameter.TO
    })
    SessionMetrics.Answer metrics(Scope scope, Parameters parameters) throws SQLException {
        SessionFilter filter = SessionFilter.of(parameters);
        SessionGrouping grouping =
                SessionGrouping.of(parameters.text(Parameter.SESSION_BY, SessionGrouping.PIPELINE.label()));
        return answer(
                connection -> new SessionMetrics(connection, filter, grouping, LatencyValues.MOST_EXACT).find(scope));
    }

    @GetMapping("/api/v1/sessions/{id}")
    SessionDetail session(Scope scope, @PathVariable String id) throws SQLException {
        return answer(connection -> {
            SessionRules rules = StoredRules.load(connection);
            return new SessionLookup(connection, rules, idleSince(rules)).find(scope, id);
        });
    }

    /** What told nothing since then, or before, is idle unless it is closed. */
    private long idleSince(SessionRules rules) {
        return Micros.of(clock.instant()) - rules.idleMicros();
    }
}
