package dev.weir.core.signal;

import dev.weir.core.run.RunState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows from runs that have ended, and not from any one of them: how the run before ended, and how long it took
 * until a failure was followed by a success. Each is a function of the ends in their order, whatever order they are given
 * in, so that a rebuild comes to the same.
 */
public final class WorkflowHistory {

    /**
     * A failure of a run, and the time until the same workflow id succeeded.
     *
     * @param runSeq of the run that failed
     * @param repairMs null as long as it has not
     */
    public record Repair(
            int runSeq, long failedAt, @Nullable Long repairMs) {}

    private WorkflowHistory() {}

    /**
     * The last end before a run began.
     *
     * @param ended runs of the workflow, under whichever ids; the run itself and later ones may be among them
     * @param workflowId of the run whose previous one is looked for
     */
    public static @Nullable Outcome previous(Collection<Outcome> ended, String workflowId, RunState run) {
        Outcome last = null;
        for (Outcome outcome : ended) {
            boolean earlier = outcome.finishedAt() <= run.createdAt()
                    && (!outcome.workflowId().equals(workflowId) || outcome.runSeq() < run.seq());
            if (earlier && (last == null || outcome.compareTo(last) > 0)) {
                last = outcome;
            }
        }
        return last;
    }

    /**
     * Every failure among the runs of one workflow id, as they ended. A cancelled run repairs nothing and breaks nothing; a
     * success that ended at the same moment as the failure did not follow it.
     */
    public static List<Repair> repairs(Collection<Outcome> endedOfOneId) {
        List<Outcome> backwards = new ArrayList<>(endedOfOneId);
        backwards.sort(Collections.reverseOrder());
        List<Repair> repairs = new ArrayList<>();
        Long success = null;
        Long laterSuccess = null;
        for (Outcome outcome : backwards) {
            long at = outcome.finishedAt();
            if (outcome.status() == SignalKind.SUCCEEDED && (success == null || at < success)) {
                laterSuccess = success;
                success = at;
            } else if (outcome.status() == SignalKind.FAILED) {
                Long next = success != null && success > at ? success : laterSuccess;
                repairs.add(new Repair(outcome.runSeq(), at, next == null ? null : Long.valueOf((next - at) / 1000)));
            }
        }
        Collections.reverse(repairs);
        return repairs;
    }
}
