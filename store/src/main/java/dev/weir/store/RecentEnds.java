package dev.weir.store;

import dev.weir.core.signal.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last ends of a workflow's runs as they are known: all since the first of them.
 *
 * @param ends in their order
 * @param areAll there are none before
 */
record RecentEnds(List<Outcome> ends, boolean areAll) {
    private static final int MOST = 64;

    static RecentEnds since(@Nullable Outcome last) {
        return last == null ? new RecentEnds(List.of(), true) : new RecentEnds(List.of(last), false);
    }

    RecentEnds with(Outcome ended) {
        if (!areAll && ended.compareTo(ends.get(0)) < 0) {
            return this;
        }
        List<Outcome> with = new ArrayList<>(ends);
        int at = with.size();
        while (at > 0 && with.get(at - 1).compareTo(ended) > 0) {
            at--;
        }
        with.add(at, ended);
        boolean tooMany = with.size() > MOST;
        return new RecentEnds(List.copyOf(tooMany ? with.subList(1, with.size()) : with), areAll && !tooMany);
    }

    /** Whether {@link #before} knows all that ended by then. */
    boolean reachBackTo(long began) {
        return areAll || ends.get(0).finishedAt() <= began;
    }

    /** @return the last end of another run that was over by then, null if there is none */
    @Nullable
    Outcome before(long began, String workflowId) {
        for (int i = ends.size() - 1; i >= 0; i--) {
            Outcome end = ends.get(i);
            if (end.finishedAt() <= began && !end.workflowId().equals(workflowId)) {
                return end;
            }
        }
        return null;
    }
}
