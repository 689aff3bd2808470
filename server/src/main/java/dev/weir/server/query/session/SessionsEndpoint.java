package dev.weir.server.query.session;

import dev.weir.core.session.SessionRules;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Cursor;
import dev.weir.server.query.Micros;
import dev.weir.server.query.OneMoment;
import dev.weir.server.query.Page;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.Takes;
import dev.weir.store.StoredRules;
import java.sql.SQLException;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Live-video sessions: which there are, what one of them went through, and how they fare. */
@RestController
final class SessionsEndpoint {
    private final OneMoment moment;
    private final Clock clock;

    SessionsEndpoint(DataSource database, Clock clock) {
        moment = new OneMoment(database, "sessions");
        this.clock = clock;
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
        return moment.answer(connection -> new SessionList(connection, filter, idleSince(StoredRules.load(connection)))
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
        return moment.answer(
                connection -> new SessionMetrics(connection, filter, grouping, LatencyValues.MOST_EXACT).find(scope));
    }

    @GetMapping("/api/v1/sessions/{id}")
    @Takes({})
    SessionDetail session(Scope scope, @PathVariable String id, Parameters none) throws SQLException {
        return moment.answer(connection -> {
            SessionRules rules = StoredRules.load(connection);
            return new SessionLookup(connection, rules, idleSince(rules)).find(scope, id);
        });
    }

    /** What told nothing since then, or before, is idle unless it is closed. */
    private long idleSince(SessionRules rules) {
        return Micros.of(clock.instant()) - rules.idleMicros();
    }
}
