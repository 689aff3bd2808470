package dev.weir.server.sql;

import static dev.weir.core.event.EventType.RETRY_SCHEDULED;
import static dev.weir.core.event.EventType.SLEEP_COMPLETED;
import static dev.weir.core.event.EventType.SLEEP_STARTED;
import static dev.weir.core.event.EventType.STEP_COMPLETED;
import static dev.weir.core.event.EventType.STEP_FAILED;
import static dev.weir.core.event.EventType.STEP_STARTED;
import static dev.weir.core.event.EventType.WORKFLOW_STARTED;

import dev.weir.core.event.EventError;

/** A run with more steps, attempts and sleeps than its row holds. */
final class WideRun {

    private WideRun() {}

    /**
     * @param retried how many of the steps take a second attempt
     * @param sleeps how many of the steps are followed by a sleep
     */
    static Story tell(String workflowId, int steps, int retried, int sleeps) {
        Story story = new Story(workflowId);
        story.tell(WORKFLOW_STARTED, draft -> {}, "[1]");
        for (int i = 1; i <= steps; i++) {
            String step = "step " + i;
            story.tell(STEP_STARTED, draft -> draft.step(step).attempt(1));
            if (i <= retried) {
                story.tell(
                        STEP_FAILED,
                        draft -> draft.step(step).attempt(1).error(new EventError("no " + step, null, null, null)),
                        null,
                        "at " + step);
                story.tell(RETRY_SCHEDULED, draft -> draft.step(step).attempt(1).delayMs(50L));
                story.tell(STEP_STARTED, draft -> draft.step(step).attempt(2));
            }
            if (i % 7 != 0) { // some are left running
                story.tell(STEP_COMPLETED, draft -> draft.step(step), "\"" + step + "\"");
            }
            if (i <= sleeps) {
                story.tell(SLEEP_STARTED, draft -> draft.durationMs(100L));
                story.tell(SLEEP_COMPLETED, draft -> draft.durationMs(0L));
            }
        }
        return story;
    }
}
