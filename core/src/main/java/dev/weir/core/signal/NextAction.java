package dev.weir.core.signal;

/**
 * Where a person may go from a signal.
 *
 * @param href of a page of the UI, from its root on
 */
public record NextAction(String label, String href) {

    /** To the run before, where it is known which that was. */
    public static NextAction previousRun(String env, String serviceKey, String workflowId, int runSeq) {
        return new NextAction("See the previous run", RunAddress.of(env, serviceKey, workflowId, runSeq));
    }
}
