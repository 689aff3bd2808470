package dev.weir.core.event;

import java.util.UUID;

/**
 * What the run fold is keyed by: one workflow id in one service of one environment of one organisation. All runs of a
 * reused id share it.
 */
public record RunKey(UUID org, String env, String serviceKey, String workflowId) {

    /** {@code workflows.id}: made of the key alone, so no look-up and no sequence is needed, in any host. */
    public UUID id() {
        return Ids.named("run", org.toString(), env, serviceKey, workflowId);
    }

    /** Of one of its runs, in a form that SQL can compute too. */
    public static UUID runId(UUID id, int seq) {
        return Ids.md5(id + "/" + seq);
    }
}
