package dev.weir.server.query.run;

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
    private final long patienceNanos;
    private final long began = System.nanoTime();

    EndedCounts(Connection connection, RunFilter filter) {
        this(connection, filter, filter.search() == null ? RANGE_PATIENCE : SEARCH_PATIENCE);
    }

    EndedCounts(Connection connection, RunFilter filter, long patienceNanos) {
        this.connection = connection;
        this.filter = filter;
        this.patienceNanos = patienceNanos;
    }

    /** @param capped there may be more: counting stopped there */
    record Tally(long n, boolean capped) {
        static final Tally NONE = new Tally(0, false);

        Tally plus(Tally other) {
            return new Tally(n + other.n, capped || other.capped);
        }
    }

    Tally count(List<RunGroup> groups) throws SQLException {
        Map<Boolean, List<RunGroup>> kinds = groups.stream().collect(Collectors.partitioningBy(RunGroup::earlier));
        Tally tally = Tally.NONE;
        for (List<RunGroup> kind : kinds.values()) {
            tally = kind.isEmpty() ? tally : tally.plus(countKind(kind));
        }
        return tally;
    }

    /** @param groups all of newest runs, or all of earlier ones */
    private Tally countKind(List<RunGroup> groups) throws SQLException {
        boolean all = !filter.hasRange() && filter.took() == null && filter.search() == null;
        if (all && !groups.get(0).earlier()) {
            return new Tally(groups.stream().mapToLong(RunGroup::runs).sum(), false);
        }
        if (isOutOfTime()) {
            return new Tally(0, true);
        }
        Tally found = filter.search() == null
                ? new Tally(new EndedQuery(filter, groups).count(connection, null, MOST + 1), false)
                : search(groups);
        return found.n > MOST ? new Tally(MOST, true) : found;
    }

    private Tally search(List<RunGroup> groups) throws SQLException {
        long n = 0;
        SearchWindows windows = SearchWindows.of(connection, filter, groups, RunSort.STARTED, true, null);
        while (windows.hasNext() && n <= MOST) {
            if (isOutOfTime()) {
                return new Tally(n, true);
            }
            EndedQuery.Window window = windows.next();
            n += new EndedQuery(filter, groups).count(connection, window, MOST + 1 - n);
        }
        return new Tally(n, false);
    }

    private boolean isOutOfTime() {
        return System.nanoTime() - began > patienceNanos;
    }
}
