package dev.weir.server.query.run;

import dev.weir.core.run.Health;
import dev.weir.core.run.HealthState;
import dev.weir.core.run.RunStatus;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.Takes;
import dev.weir.server.query.Utf8Order;
import dev.weir.server.query.run.EndedCounts.Tally;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** How many runs a filter finds, by one of their properties. */
@RestController
final class CountEndpoint {
    private final DataSource database;
    private final FilteredRuns filtered;
    private final RunItems items;

    CountEndpoint(DataSource database, FilteredRuns filtered, RunItems items) {
        this.database = database;
        this.filtered = filtered;
        this.items = items;
    }

    /** @param capped one of the numbers is the least there are, because counting stopped there */
    record Counts(long total, boolean capped, List<Count> items) {}

    /** @param capped there may be more: even none found says nothing then */
    record Count(String value, long count, boolean capped) {}

    @GetMapping("/api/v1/workflows/count")
    @Takes({
        Parameter.BY,
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
        Parameter.LISTED_RUNS
    })
    Counts count(Scope scope, Parameters parameters) throws SQLException {
        String by = parameters.text(Parameter.BY, "status");
        RunFilter asked = RunFilter.of(parameters);
        RunFilter filter = by.equals("health") ? asked.newestOnly() : asked;
        Map<String, Tally> counts = new TreeMap<>(Utf8Order::compare);
        try (Connection connection = database.getConnection()) {
            List<OpenRun> open = filtered.open(connection, scope, filter);
            boolean someOpenAreLeftOut = filter.wantsOpen() && filtered.isCapped();
            open(connection, open, by)
                    .forEach((value, n) -> counts.merge(value, new Tally(n, someOpenAreLeftOut), Tally::plus));
            if (!by.equals("health")) {
                EndedCounts ended = new EndedCounts(connection, filter);
                Map<String, List<RunGroup>> groups = RunGroup.of(connection, scope, filter).stream()
                        .collect(Collectors.groupingBy(group -> value(group, by)));
                for (Map.Entry<String, List<RunGroup>> value : groups.entrySet()) {
                    Tally found = ended.count(value.getValue());
                    if (!found.equals(Tally.NONE)) {
                        counts.merge(value.getKey(), found, Tally::plus);
                    }
                }
            }
        }
        return answer(by, counts);
    }

    private Map<String, Long> open(Connection connection, List<OpenRun> runs, String by) throws SQLException {
        Map<UUID, Health> healths = by.equals("health") ? items.healths(connection, runs) : Map.of();
        Function<OpenRun, String> value = switch (by) {
            case "status" -> run -> run.status().label();
            case "env" -> OpenRun::env;
            case "service" -> OpenRun::serviceKey;
            case "name" -> OpenRun::workflowName;
            default ->
                run -> Objects.requireNonNull(healths.get(run.id())).state().label();
        };
        return runs.stream().collect(Collectors.groupingBy(value, Collectors.counting()));
    }

    private static String value(RunGroup group, String by) {
        return switch (by) {
            case "env" -> group.env();
            case "service" -> group.serviceKey();
            case "name" -> group.name();
            default -> group.status().label();
        };
    }

    /** Statuses and healths in their own order and all of them, other values by name. */
    private static Counts answer(String by, Map<String, Tally> counts) {
        List<String> values = switch (by) {
            case "status" ->
                Arrays.stream(RunStatus.values()).map(RunStatus::label).toList();
            case "health" ->
                Arrays.stream(HealthState.values()).map(HealthState::label).toList();
            default -> List.copyOf(counts.keySet());
        };
        List<Count> items = new ArrayList<>();
        Tally total = Tally.NONE;
        for (String value : values) {
            Tally found = counts.getOrDefault(value, Tally.NONE);
            items.add(new Count(value, found.n(), found.capped()));
            total = total.plus(found);
        }
        return new Counts(total.n(), total.capped(), items);
    }
}
