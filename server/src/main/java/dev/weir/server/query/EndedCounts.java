package dev.weir.server.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Counts ended runs: from the roll-up where it knows the answer, else along an index, up to ten thousand of each value. Where
 * every row has to be looked at, it stops after a while.
 */
final class EndedCounts {
    private static final long MOST = 10_000;
    private static final long SEARCH_PATIENCE = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long RANGE_PATIENCE = TimeUnit.SECONDS.toNanos(3); // for thousands of names, one by one

    private final Connection connection;
    private final RunFilter filter;
    private final long began = System.nanoTime();
    private boolean capped;

    EndedCounts(Connection connection, RunFilter filter) {
        this.connection = connection;
        this.filter = filter;
    }

    boolean capped() {
        return capped;
    }

    long count(List<RunGroup> groups) throws SQLException {
        Map<Boolean, List<RunGroup>> kinds = groups.stream().collect(Collectors.partitioningBy(RunGroup::earlier));
        long n = 0;
        for (List<RunGroup> kind : kinds.values()) {
            n += kind.isEmpty() ? 0 : countKind(kind);
        }
        return n;
    }

    /** @param groups all of newest runs, or all of earlier ones */
    private long countKind(List<RunGroup> groups) throws SQLException {
        boolean all = !filter.hasRange() && filter.took() == null && filter.search() == null;
        if (all && !groups.get(0).earlier()) {
            return groups.stream().mapToLong(RunGroup::runs).sum();
        }
        if (isOutOfTime()) {
            return 0;
        }
        long n = filter.search() == null
                ? new EndedQuery(filter, groups).count(connection, null, MOST + 1)
                : search(groups);
        if (n > MOST) {
            capped = true;
        }
        return Math.min(n, MOST);
    }

    private long search(List<RunGroup> groups) throws SQLException {
        long n = 0;
        SearchWindows windows = SearchWindows.of(connection, filter, groups, RunSort.STARTED, true, null);
        while (windows.hasNext() && n <= MOST) {
            if (isOutOfTime()) {
                return n;
            }
            EndedQuery.Window window = windows.next();
            n += new EndedQuery(filter, groups).count(connection, window, MOST + 1 - n);
        }
        return n;
    }

    private boolean isOutOfTime() {
        boolean out = System.nanoTime() - began > (filter.search() == null ? RANGE_PATIENCE : SEARCH_PATIENCE);
        capped |= out;
        return out;
    }
}
