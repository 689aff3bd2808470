package dev.weir.server.query.run;

import dev.weir.core.run.Health;
import dev.weir.server.access.Scope;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The open runs that a filter asks for, within what one may see. */
public final class FilteredRuns {
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
        List<OpenRun> found = open.now(connection).stream()
                .filter(run -> run.org().equals(scope.org()) && scope.includes(run.env(), run.serviceKey()))
                .filter(run -> filter.accepts(run.env(), run.serviceKey(), run.status(), run.workflowName()))
                .filter(run -> filter.isInRange(run.startedOrQueuedAt(), null, now))
                .filter(run -> filter.isFoundIn(run.workflowId(), run.workflowName(), run.executionId()))
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
}
