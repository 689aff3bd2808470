package dev.weir.server.query.run;

import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Page;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.Takes;
import dev.weir.store.ListedRuns.ListedRun;
import dev.weir.store.ListedRuns.OneRun;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The list of runs: the newest run of every workflow id, or all of them, filtered, ordered, page by page. */
@RestController
final class RunsEndpoint {
    private static final String BY_ID = """
            SELECT r.id, CASE WHEN all_runs THEN r.run_seq ELSE 0 END
            FROM runs n JOIN organisations o ON o.org = n.org CROSS JOIN (SELECT ? AS all_runs) AS asked
            JOIN runs r ON r.id = n.id AND (r.newest OR all_runs)
            WHERE n.newest AND n.workflow_id = ? AND o.id = ? ORDER BY r.id DESC, r.run_seq LIMIT 100
            """;

    private final DataSource database;
    private final FilteredRuns filtered;
    private final RunItems items;

    RunsEndpoint(DataSource database, FilteredRuns filtered, RunItems items) {
        this.database = database;
        this.filtered = filtered;
        this.items = items;
    }

    @GetMapping("/api/v1/workflows")
    @Takes({
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.STATUS,
        Parameter.HEALTH,
        Parameter.NAME,
        Parameter.NOT_SERVICE,
        Parameter.NOT_STATUS,
        Parameter.NOT_NAME,
        Parameter.FROM,
        Parameter.TO,
        Parameter.BASIS,
        Parameter.TOOK_AT_LEAST_MS,
        Parameter.TOOK_BELOW_MS,
        Parameter.Q,
        Parameter.LISTED_RUNS,
        Parameter.SORT,
        Parameter.ORDER,
        Parameter.LIMIT,
        Parameter.CURSOR
    })
    Page<RunItem> runs(Scope scope, Parameters parameters) throws SQLException {
        RunSort sort = RunSort.of(parameters.text(Parameter.SORT, RunSort.STARTED.label()));
        boolean descending = parameters.text(Parameter.ORDER, "desc").equals("desc");
        String cursor = parameters.text(Parameter.CURSOR);
        RunPosition after = RunPosition.parse(cursor, sort, descending);
        boolean exactIdShown = RunPosition.isAfterExactId(cursor);
        RunFilter asked = RunFilter.of(parameters);
        RunFilter filter = exactIdShown ? asked.withoutExactId() : asked;
        int limit = parameters.limit();
        try (Connection connection = database.getConnection()) {
            // open runs first: one that ends in between is then found twice, and not never
            List<OpenRun> open = filtered.open(connection, scope, filter);
            List<RunGroup> groups = RunGroup.of(connection, scope, filter);
            EndedRuns.Found ended = new EndedRuns(connection, filter, sort, descending).find(groups, after, limit + 1);
            List<RunPosition> positions = merge(open, ended, filter, sort.order(descending), sort, after);
            List<RunPosition> page = positions.subList(0, Math.min(limit, positions.size()));
            List<OneRun> runs =
                    new ArrayList<>(page.stream().map(RunPosition::run).toList());
            RunPosition last = positions.size() > limit ? page.get(limit - 1) : ended.stoppedAt();
            boolean shownNow =
                    after == null && ended.stoppedAt() != null && addExactId(connection, scope, filter, runs);
            List<RunItem> found = load(connection, scope, filter, runs);
            if (last == null) {
                return new Page<>(found, null);
            }
            return new Page<>(
                    found,
                    exactIdShown || shownNow
                            ? last.cursorAfterExactId(sort, descending)
                            : last.cursor(sort, descending));
        }
    }

    private List<RunItem> load(Connection connection, Scope scope, RunFilter filter, List<OneRun> runs)
            throws SQLException {
        Predicate<ListedRun> still = run -> isStill(run, scope, filter);
        return filter.earlierToo()
                ? items.loadEach(connection, runs, still)
                : items.load(connection, runs.stream().map(OneRun::id).toList(), still);
    }

    /**
     * A search that could not look at everything may have missed the one run that people mean when they paste an id: an
     * index knows it.
     */
    private static boolean addExactId(Connection connection, Scope scope, RunFilter filter, List<OneRun> runs)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(BY_ID)) {
            select.setBoolean(1, filter.earlierToo());
            select.setString(2, filter.search());
            select.setObject(3, scope.org());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    OneRun run = new OneRun(row.getObject(1, UUID.class), row.getInt(2));
                    if (!runs.contains(run)) {
                        runs.add(0, run);
                    }
                }
            }
        }
        return true;
    }

    private static List<RunPosition> merge(
            List<OpenRun> open,
            EndedRuns.Found ended,
            RunFilter filter,
            Comparator<RunPosition> order,
            RunSort sort,
            @Nullable RunPosition after) {
        Map<OneRun, RunPosition> each = new HashMap<>();
        for (OpenRun run : open) {
            RunPosition position = run.position(sort, filter);
            boolean ahead = after == null || order.compare(position, after) > 0;
            if (ahead && (ended.stoppedAt() == null || order.compare(position, ended.stoppedAt()) < 0)) {
                each.put(position.run(), position);
            }
        }
        ended.positions().forEach(position -> each.put(position.run(), position));
        List<RunPosition> all = new ArrayList<>(each.values());
        all.sort(order);
        return all;
    }

    private boolean isStill(ListedRun run, Scope scope, RunFilter filter) {
        RunState state = run.state();
        Long started = state.startedAt() != null ? state.startedAt() : state.firstActivityAt();
        return scope.includes(run.env(), run.serviceKey())
                && filter.isInRange(started == null ? state.createdAt() : started, state.endedAt(), items.nowMicros())
                && filter.accepts(
                        run.env(),
                        run.serviceKey(),
                        run.state().status(),
                        run.state().workflowName())
                && filter.acceptsDuration(RunRows.durationMs(state))
                && (filter.healths().isEmpty() || !run.state().isEnded());
    }
}
