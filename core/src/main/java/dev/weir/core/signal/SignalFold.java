package dev.weir.core.signal;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunState;
import dev.weir.core.run.RunStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * From the newest run of a workflow id to its signal. It needs no state of its own: the run fold has put the events in
 * order, so a late one that changes nothing of the run changes nothing here, and the signal never goes back.
 */
public final class SignalFold {

    /** Raise it whenever the same state would give another signal: stored ones are then made again. */
    public static final int VERSION = 3;

    private SignalFold() {}

    /**
     * @param newest the run with the highest number
     * @param isSession whether it is a live-video session
     * @param previous how the workflow's run before it ended, as {@link WorkflowHistory#previous} finds it
     * @param texts finds what only the log keeps of an event; see {@link #textEvents} for those it will be asked for
     */
    public static Signal of(
            RunKey key,
            RunState newest,
            boolean isSession,
            @Nullable Outcome previous,
            Phases phases,
            Function<UUID, LoggedText> texts) {
        Signal signal = newest.isEnded()
                ? new AtTheEnd(newest, phases, texts).signal()
                : new WhileOpen(newest, isSession, phases).signal();
        return signal.leadingTo(previous, actions(key, newest));
    }

    /** Whether the signals of two states of the same open run are the same, for less than it takes to make both. */
    public static boolean tellTheSame(RunState before, RunState after, boolean isSession, Phases phases) {
        return before.workflowName().equals(after.workflowName())
                && new WhileOpen(before, isSession, phases)
                        .signal()
                        .equals(new WhileOpen(after, isSession, phases).signal());
    }

    /** The signal of an open run without its actions, for whoever has them already: see {@link #leadToTheSame}. */
    public static Signal withoutActions(RunState newest, boolean isSession, @Nullable Outcome previous, Phases phases) {
        return new WhileOpen(newest, isSession, phases).signal().leadingTo(previous, List.of());
    }

    /** Whether the signals of two states of the same run have the same actions, so far as can be told for little. */
    public static boolean leadToTheSame(RunState before, RunState after) {
        return !before.isEnded()
                && !after.isEnded()
                && before.seq() == after.seq()
                && before.workflowName().equals(after.workflowName());
    }

    /** The events whose texts {@link #of} needs: none while a run goes on, nor of one that completed. */
    public static Set<UUID> textEvents(RunState run) {
        return switch (run.status()) {
            case FAILED -> FailureText.events(run);
            case CANCELLED -> run.endEvent() == null ? Set.of() : Set.of(run.endEvent());
            default -> Set.of();
        };
    }

    private static List<NextAction> actions(RunKey key, RunState run) {
        String env = key.env();
        String service = key.serviceKey();
        String name = Words.name(run.workflowName());
        List<NextAction> actions = new ArrayList<>(3);
        actions.add(
                run.status() == RunStatus.FAILED && run.errorStep() != null
                        ? new NextAction(
                                "See the step that failed",
                                RunAddress.of(env, service, key.workflowId(), run.seq(), run.errorStep()))
                        : new NextAction("See the run", RunAddress.of(env, service, key.workflowId(), run.seq())));
        if (run.seq() > 1) {
            actions.add(NextAction.previousRun(env, service, key.workflowId(), run.seq() - 1));
        }
        actions.add(
                run.status() == RunStatus.FAILED
                        ? new NextAction(
                                "See all failures of " + name,
                                RunAddress.ofWorkflow(env, service, run.workflowName(), RunStatus.FAILED.label()))
                        : new NextAction(
                                "See all runs of " + name,
                                RunAddress.ofWorkflow(env, service, run.workflowName(), null)));
        return actions;
    }
}
