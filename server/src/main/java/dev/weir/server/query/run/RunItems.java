package dev.weir.server.query.run;

import dev.weir.core.run.Health;
import dev.weir.core.run.HealthRules;
import dev.weir.core.run.RunState;
import dev.weir.core.run.Usual;
import dev.weir.server.query.Micros;
import dev.weir.store.ListedRuns;
import dev.weir.store.ListedRuns.ListedRun;
import dev.weir.store.ListedRuns.OneRun;
import dev.weir.store.RunDurations.Name;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes items of runs: what is usual and how they fare is known here. */
public final class RunItems {
    private final Usuals usuals = new Usuals();
    private final StepHistory history = new StepHistory();
    private final HealthRules rules;
    private final Clock clock;

    RunItems(HealthRules rules, Clock clock) {
        this.rules = rules;
        this.clock = clock;
    }

    long nowMicros() {
        return Micros.of(clock.instant());
    }

    /** @param still a run may have changed since it was found */
    List<RunItem> load(Connection connection, List<UUID> ids, Predicate<ListedRun> still) throws SQLException {
        Map<UUID, ListedRun> found = ListedRuns.load(connection, ids);
        List<ListedRun> runs = new ArrayList<>(ids.size());
        for (UUID id : ids) {
            ListedRun run = found.get(id);
            if (run != null && still.test(run)) {
                runs.add(run);
            }
        }
        return items(connection, runs);
    }

    /** As {@link #load}, of runs that need not be the newest of their id. */
    List<RunItem> loadEach(Connection connection, List<OneRun> wanted, Predicate<ListedRun> still) throws SQLException {
        Map<OneRun, ListedRun> found = ListedRuns.loadEach(connection, wanted);
        return items(
                connection,
                wanted.stream()
                        .map(found::get)
                        .filter(Objects::nonNull)
                        .filter(still)
                        .toList());
    }

    public List<RunItem> items(Connection connection, List<ListedRun> runs) throws SQLException {
        return items(connection, runs, nowMicros());
    }

    /** @param at the moment at which it is looked at, null for now */
    RunItem item(Connection connection, ListedRun run, @Nullable Instant at) throws SQLException {
        return items(connection, List.of(run), at == null ? nowMicros() : Micros.of(at))
                .get(0);
    }

    private List<RunItem> items(Connection connection, List<ListedRun> runs, long now) throws SQLException {
        Map<Name, Usuals.@Nullable Known> usual =
                usuals.of(connection, runs.stream().map(RunItems::name).toList());
        Map<Name, Map<String, long[]>> steps = history.of(
                connection,
                runs.stream()
                        .filter(run -> hasStepToGoOn(run.state()))
                        .map(RunItems::name)
                        .filter(name -> usual.get(name) != null)
                        .toList());
        Map<OneRun, RunReasons.Reason> reasons = RunReasons.of(connection, runs);
        List<RunItem> items = new ArrayList<>(runs.size());
        for (ListedRun run : runs) {
            Map<String, long[]> ownSteps = steps.getOrDefault(name(run), Map.of());
            items.add(RunItem.of(run, usual.get(name(run)), ownSteps, reasons.get(run.number()), rules, now));
        }
        return items;
    }

    private static boolean hasStepToGoOn(RunState run) {
        return !run.isEnded() && Estimate.latestStep(run) != null;
    }

    private static Name name(ListedRun run) {
        return new Name(run.source(), run.state().workflowName());
    }

    public Map<Name, @Nullable Usual> usual(Connection connection, List<OpenRun> runs) throws SQLException {
        Map<Name, @Nullable Usual> usual = new HashMap<>();
        usuals.of(connection, runs.stream().map(OpenRun::name).collect(Collectors.toSet()))
                .forEach((name, known) -> usual.put(name, known == null ? null : known.usual()));
        return usual;
    }

    public Map<UUID, Health> healths(Connection connection, List<OpenRun> runs) throws SQLException {
        Map<Name, @Nullable Usual> usual = usual(connection, runs);
        long now = nowMicros();
        Map<UUID, Health> healths = new HashMap<>(runs.size() * 2);
        for (OpenRun run : runs) {
            Health health = Health.of(run.facts(), run.workflowName(), usual.get(run.name()), rules, now);
            healths.put(run.id(), Objects.requireNonNull(health, "an open run has a health"));
        }
        return healths;
    }
}
