package dev.weir.server.query.run;

import dev.weir.core.run.Health;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Micros;
import dev.weir.server.query.run.RunFilter.Basis;
import dev.weir.store.ListedRuns;
import dev.weir.store.ListedRuns.ListedRun;
import dev.weir.store.ListedRuns.OneRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** The open runs that a filter asks for, within what one may see. */
public final class FilteredRuns {
    /** Where one stays open for good, that is because its end was lost or its emitter tells of none. */
    private static final int MOST_EARLIER = 1000;

    private final OpenRuns open;
    private final RunItems items;

    FilteredRuns(OpenRuns open, RunItems items) {
        this.open = open;
        this.items = items;
    }

    /** Whether some open runs are left out, because they are too many. */
    boolean isCapped() {
        return open.isCapped();
    }

    /** Those of all organisations. */
    public List<OpenRun> all(Connection connection) throws SQLException {
        return open.now(connection);
    }

    /** All of these, whenever they started, where an empty set stands for any. */
    public List<OpenRun> open(Connection connection, Scope scope, Set<String> envs, Set<String> services)
            throws SQLException {
        return open(connection, scope, RunFilter.open(envs, services));
    }

    List<OpenRun> open(Connection connection, Scope scope, RunFilter filter) throws SQLException {
        if (!filter.wantsOpen()) {
            return List.of();
        }
        long now = items.nowMicros();
        List<OpenRun> found = Stream.concat(open.now(connection).stream(), earlier(connection, filter).stream())
                .filter(run -> run.org().equals(scope.org()) && scope.includes(run.env(), run.serviceKey()))
                .filter(run -> filter.accepts(run.env(), run.serviceKey(), run.status(), run.workflowName()))
                .filter(run -> filter.isInRange(run.startedOrQueuedAt(), null, now))
                .filter(run -> filter.isFoundIn(run.workflowId(), run.workflowName(), run.executionId(), run.reason()))
                .filter(run -> !run.workflowId().equals(filter.exceptId()))
                .toList();
        if (filter.healths().isEmpty()) {
            return found;
        }
        Map<UUID, Health> healths = items.healths(connection, found);
        return found.stream()
                .filter(run -> {
                    Health health = healths.get(run.id());
                    return health != null && filter.healths().contains(health.state());
                })
                .toList();
    }

    /**
     * Runs that are not the newest of their id and have not ended. Nobody waits for them, so they have no health to ask for.
     */
    private static List<OpenRun> earlier(Connection connection, RunFilter filter) throws SQLException {
        if (!filter.earlierToo() || !filter.healths().isEmpty() || filter.basis() == Basis.ENDED && filter.hasRange()) {
            return List.of();
        }
        Instant from = filter.basis() == Basis.STARTED ? filter.from() : null;
        List<ListedRun> runs = ListedRuns.earlierOpen(
                connection,
                from == null ? OffsetDateTime.MIN : Micros.time(Micros.of(from)),
                filter.to() == null ? OffsetDateTime.MAX : Micros.time(Micros.of(filter.to())),
                MOST_EARLIER);
        Map<OneRun, RunReasons.Reason> reasons = RunReasons.of(connection, runs);
        return runs.stream()
                .map(run -> OpenRun.of(run, 0, reasons.get(run.number())))
                .toList();
    }
}
