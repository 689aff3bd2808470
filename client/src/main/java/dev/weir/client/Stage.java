package dev.weir.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reports that a piece of work entered or left a stage, with the time by which it is due. */
public final class Stage {

    private final Workflow workflow;
    private final String name;

    Stage(Workflow workflow, String name) {
        this.workflow = workflow;
        this.name = name;
    }

    public Stage started() {
        return report("stage_started", null, null);
    }

    public Stage started(@Nullable Instant due) {
        return report("stage_started", due, null);
    }

    public Stage completed() {
        return report("stage_completed", null, null);
    }

    public Stage completed(@Nullable String status) {
        return report("stage_completed", null, status);
    }

    private Stage report(String type, @Nullable Instant due, @Nullable String status) {
        workflow.report(
                type,
                fields -> fields.text("workflowStage", name)
                        .optional("slaDueTimestamp", due)
                        .optional("status", status));
        return this;
    }
}
