package dev.weir.server.query.run;

import dev.weir.server.query.run.EndedQuery.Window;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * No index helps to find a text, so it is looked for in stretches of time, in the order of the list: each wider than the one
 * before as long as that is quick, so that an answer can stop after any of them.
 */
final class SearchWindows implements Iterator<Window> {
    private static final long FIRST_WIDTH = TimeUnit.HOURS.toMicros(1);
    private static final long QUICK_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int WIDER = 2;

    private final long first;
    private final long end;
    private final boolean descending;
    private long at;
    private long width = FIRST_WIDTH;
    private long given = System.nanoTime();

    private SearchWindows(long first, long end, boolean descending, @Nullable RunPosition after) {
        this.first = first;
        this.end = end;
        this.descending = descending;
        if (after == null) {
            at = descending ? end : first;
        } else {
            at = Math.max(first, Math.min(end, after.value() + (descending ? 1 : 0)));
        }
    }

    static SearchWindows of(
            Connection connection,
            RunFilter filter,
            List<RunGroup> groups,
            RunSort sort,
            boolean descending,
            @Nullable RunPosition after)
            throws SQLException {
        RunFilter everything = filter.withoutSearch();
        List<RunPosition> oldest = new EndedRuns(connection, everything, sort, false).page(groups, null, null, 1);
        List<RunPosition> newest = new EndedRuns(connection, everything, sort, true).page(groups, null, null, 1);
        return oldest.isEmpty() || newest.isEmpty()
                ? new SearchWindows(0, 0, descending, null)
                : new SearchWindows(oldest.get(0).value(), newest.get(0).value() + 1, descending, after);
    }

    @Override
    public boolean hasNext() {
        return descending ? at > first : at < end;
    }

    @Override
    public Window next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        long now = System.nanoTime();
        if (at != (descending ? end : first) && now - given < QUICK_NS) {
            width *= WIDER;
        }
        given = now;
        long from = at;
        at = descending ? Math.max(first, at - width) : Math.min(end, at + width);
        return descending ? new Window(at, from) : new Window(from, at);
    }

    /** Where the next one begins. */
    long at() {
        return at;
    }
}
