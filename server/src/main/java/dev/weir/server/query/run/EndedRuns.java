package dev.weir.server.query.run;

import dev.weir.server.query.Utf8Order;
import dev.weir.server.query.run.EndedQuery.Window;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Finds the next ended runs of a list. */
final class EndedRuns {
    private static final UUID BEFORE_ALL = new UUID(0, 0);
    private static final long PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Connection connection;
    private final RunFilter filter;
    private final RunSort sort;
    private final boolean descending;

    EndedRuns(Connection connection, RunFilter filter, RunSort sort, boolean descending) {
        this.connection = connection;
        this.filter = filter;
        this.sort = sort;
        this.descending = descending;
    }

    /** @param stoppedAt how far was searched, null if there is nothing beyond what was found */
    record Found(List<RunPosition> positions, @Nullable RunPosition stoppedAt) {}

    Found find(List<RunGroup> groups, @Nullable RunPosition after, int limit) throws SQLException {
        if (groups.isEmpty() || (after != null && after.absent() && !sort.hasEndedWithout())) {
            return new Found(List.of(), null);
        }
        if (sort.grouped) {
            return new Found(byText(groups, after, limit), null);
        }
        boolean inWindows = filter.search() != null
                && (sort == RunSort.STARTED || sort == RunSort.ENDED || sort == RunSort.LAST_EVENT);
        return inWindows ? search(groups, after, limit) : new Found(page(groups, after, null, limit), null);
    }

    /** One text after the other; runs that share it come newest first. */
    private List<RunPosition> byText(List<RunGroup> groups, @Nullable RunPosition after, int limit)
            throws SQLException {
        TreeMap<String, List<RunGroup>> byText = new TreeMap<>(Utf8Order::compare);
        groups.forEach(group -> byText.computeIfAbsent(group.text(sort), text -> new ArrayList<>())
                .add(group));
        Map<String, List<RunGroup>> ordered = descending ? byText.descendingMap() : byText;
        List<RunPosition> found = new ArrayList<>();
        for (Map.Entry<String, List<RunGroup>> text : ordered.entrySet()) {
            int beside = after == null ? 1 : Utf8Order.compare(text.getKey(), after.text()) * (descending ? -1 : 1);
            if (beside >= 0 && found.size() < limit) {
                found.addAll(new EndedRuns(connection, filter, sort, true)
                        .page(text.getValue(), beside == 0 ? after : null, null, limit - found.size()));
            }
        }
        return found;
    }

    /** Newest runs and earlier ones have indexes of their own; one that was the newest until just now is found in both. */
    List<RunPosition> page(List<RunGroup> groups, @Nullable RunPosition after, @Nullable Window window, int limit)
            throws SQLException {
        List<RunGroup> newest =
                groups.stream().filter(group -> !group.earlier()).toList();
        List<RunGroup> earlier = groups.stream().filter(RunGroup::earlier).toList();
        if (earlier.isEmpty()) {
            return pageOf(newest, after, window, limit);
        }
        Set<RunPosition> found = new HashSet<>(pageOf(newest, after, window, limit));
        found.addAll(pageOf(earlier, after, window, limit));
        return found.stream().sorted(sort.order(descending)).limit(limit).toList();
    }

    private List<RunPosition> pageOf(
            List<RunGroup> groups, @Nullable RunPosition after, @Nullable Window window, int limit)
            throws SQLException {
        return groups.isEmpty()
                ? List.of()
                : new EndedQuery(filter, groups).page(connection, sort, descending, after, window, limit);
    }

    /** Until there are enough, or it has taken long enough. */
    private Found search(List<RunGroup> groups, @Nullable RunPosition after, int limit) throws SQLException {
        SearchWindows windows = SearchWindows.of(connection, filter, groups, sort, descending, after);
        long began = System.nanoTime();
        List<RunPosition> found = new ArrayList<>();
        while (windows.hasNext()) {
            if (System.nanoTime() - began > PATIENCE_NS) {
                return new Found(found, new RunPosition(false, "", windows.at(), BEFORE_ALL, 0));
            }
            found.addAll(page(groups, after, windows.next(), limit - found.size()));
            if (found.size() >= limit) {
                break;
            }
        }
        return new Found(found, null);
    }
}
