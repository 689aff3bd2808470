package dev.weir.server.query.insight;

import dev.weir.server.access.Scope;
import dev.weir.server.query.OneMoment;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.Takes;
import java.sql.SQLException;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** How many of all runs failed, over time: a figure of runs, which failures show. */
@RestController
final class FailureRateEndpoint {
    private final OneMoment moment;
    private final Clock clock;

    FailureRateEndpoint(DataSource database, Clock clock) {
        moment = new OneMoment(database, "runs");
        this.clock = clock;
    }

    @GetMapping("/api/v1/failures/rate")
    @Takes({
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.NAME,
        Parameter.FROM,
        Parameter.TO,
        Parameter.RUNS,
        Parameter.RATE_BUCKET
    })
    FailureRate rate(Scope scope, Parameters parameters) throws SQLException {
        MetricFilter filter = MetricFilter.of(parameters, clock.instant());
        long length = MetricsEndpoint.bucket(parameters.text(Parameter.RATE_BUCKET, "1h"), filter);
        return moment.answer(connection -> FailureRate.of(connection, scope, filter, length));
    }
}
