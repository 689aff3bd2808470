package dev.weir.server.query.insight;

import dev.weir.server.access.Scope;
import dev.weir.server.query.OneMoment;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.Takes;
import dev.weir.server.query.insight.OverviewReader.Overview;
import dev.weir.server.query.run.FilteredRuns;
import dev.weir.server.query.run.RunItems;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import javax.sql.DataSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What needs a person now, then how environments and services fared in a range. */
@RestController
final class OverviewEndpoint {
    private final OneMoment moment;
    private final FilteredRuns filtered;
    private final RunItems items;
    private final Habits habits;
    private final Clock clock;

    OverviewEndpoint(DataSource database, FilteredRuns filtered, RunItems items, Habits habits, Clock clock) {
        moment = new OneMoment(database, "runs");
        this.filtered = filtered;
        this.items = items;
        this.habits = habits;
        this.clock = clock;
    }

    @GetMapping("/api/v1/overview")
    @Takes({Parameter.ENV, Parameter.SERVICE, Parameter.FROM, Parameter.TO})
    Overview overview(Scope scope, Parameters parameters) throws SQLException {
        Instant now = clock.instant();
        MetricFilter filter = MetricFilter.of(parameters, now).byEnd(true);
        return moment.answer(
                connection -> new OverviewReader(connection, scope, filter, habits, now).read(filtered, items));
    }
}
