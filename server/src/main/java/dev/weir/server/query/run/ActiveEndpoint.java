package dev.weir.server.query.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.core.run.Health;
import dev.weir.core.run.HealthState;
import dev.weir.core.run.RunStatus;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Micros;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.Takes;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What goes on now: running and paused runs, the longest overdue first, and the state of each environment. */
@RestController
final class ActiveEndpoint {
    private static final RunSort ORDER = RunSort.NAME; // of the cursor: a text that groups, then a time

    private final DataSource database;
    private final FilteredRuns filtered;
    private final RunItems items;

    ActiveEndpoint(DataSource database, FilteredRuns filtered, RunItems items) {
        this.database = database;
        this.filtered = filtered;
        this.items = items;
    }

    record ActiveRun(@JsonUnwrapped RunItem run, String activityState) {

        static ActiveRun of(RunItem run) {
            Health health = run.health();
            boolean scheduled = health != null
                    && health.until() != null
                    && (health.state() == HealthState.WAITING || health.state() == HealthState.RETRYING);
            boolean overdue = health != null && health.state() == HealthState.OVERDUE;
            return new ActiveRun(run, overdue ? "overdue" : scheduled ? "scheduled" : "active");
        }
    }

    record Active(List<ActiveRun> items, @Nullable String next, List<ActiveEnvironment> environments) {}

    @GetMapping("/api/v1/active")
    @Takes({Parameter.ENV, Parameter.SERVICE, Parameter.LIMIT, Parameter.CURSOR})
    Active active(Scope scope, Parameters parameters) throws SQLException {
        RunFilter filter = RunFilter.of(parameters);
        RunPosition after = RunPosition.parse(parameters.text(Parameter.CURSOR), ORDER, false);
        int limit = parameters.limit();
        try (Connection connection = database.getConnection()) {
            List<OpenRun> open = filtered.open(connection, scope, filter.openOnly());
            Map<UUID, Health> healths = items.healths(connection, open);
            Comparator<RunPosition> order = ORDER.order(false);
            List<RunPosition> positions = new ArrayList<>();
            for (OpenRun run : open) {
                RunPosition position = position(run, Objects.requireNonNull(healths.get(run.id())));
                if (isShown(run, healths) && (after == null || order.compare(position, after) > 0)) {
                    positions.add(position);
                }
            }
            positions.sort(order);
            List<RunPosition> page = positions.subList(0, Math.min(limit, positions.size()));
            List<RunItem> runs = items.load(
                    connection,
                    page.stream().map(RunPosition::id).toList(),
                    run -> !run.state().isEnded() && scope.includes(run.env(), run.serviceKey()));
            return new Active(
                    runs.stream().map(ActiveRun::of).toList(),
                    positions.size() > limit ? page.get(limit - 1).cursor(ORDER, false) : null,
                    ActiveEnvironment.of(open, healths));
        }
    }

    /** What waits in a queue is a number, until it has waited too long: then it is as late as what runs. */
    private static boolean isShown(OpenRun run, Map<UUID, Health> healths) {
        return run.status() != RunStatus.PENDING || isStalled(run, healths);
    }

    static boolean isStalled(OpenRun run, Map<UUID, Health> healths) {
        return Objects.requireNonNull(healths.get(run.id())).state() == HealthState.STALLED;
    }

    /**
     * Overdue and stalled, the longest first; then retrying and the next attempt first; then what works, the newest change
     * first; then what sleeps, the next to wake first.
     */
    private static RunPosition position(OpenRun run, Health health) {
        Instant until = health.until();
        long due = until == null ? Long.MAX_VALUE / 64 : Micros.of(until);
        return switch (health.state()) {
            case OVERDUE -> new RunPosition(false, "0", -due, run.id(), 0);
            case STALLED -> new RunPosition(false, "1", -run.lastEventAt(), run.id(), 0);
            case RETRYING -> new RunPosition(false, "2", -due, run.id(), 0);
            case OK -> new RunPosition(false, "3", run.lastEventAt(), run.id(), 0);
            case WAITING -> new RunPosition(false, "4", -due, run.id(), 0);
        };
    }
}
