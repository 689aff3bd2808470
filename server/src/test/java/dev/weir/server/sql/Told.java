package dev.weir.server.sql;

import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.EventText;
import dev.weir.core.run.Json;
import dev.weir.testkit.EventDraft;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.SentEvent;
import org.jspecify.annotations.Nullable;

/** An event with its JSON, and what the log will keep of it for the rows. */
record Told(SentEvent sent, String json, EventText text) {

    static Told of(SentEvent sent) {
        return new Told(sent, EventJson.write(sent), EventJson.text(sent));
    }

    /** @param value the JSON of its input, output or result, null for none */
    static Told of(String eventId, RunKey key, EventDraft draft, @Nullable String value, @Nullable String stack) {
        WorkflowEvent event = draft.hasValue(value != null).event(Ids.ofEvent(eventId));
        SentEvent sent = new SentEvent(eventId, key, event);
        return new Told(
                sent,
                EventJson.write(sent, value, stack),
                new EventText(
                        value == null ? null : new Json(value),
                        event.error() == null ? null : event.error().message(),
                        stack));
    }

    /** The same event at another time, with all that it announces, and of another workflow. */
    static Told moved(SentEvent sent, long byMicros, String workflowName) {
        WorkflowEvent e = sent.event();
        WorkflowEvent moved = new WorkflowEvent(
                e.id(),
                e.type(),
                e.at() + byMicros,
                workflowName,
                e.executionId(),
                e.stepName(),
                e.attempt(),
                e.maxAttempts(),
                e.attempts(),
                e.durationMs(),
                e.delayMs(),
                e.timeoutMs(),
                moved(e.resumeAt(), byMicros),
                moved(e.nextAttemptAt(), byMicros),
                moved(e.deadline(), byMicros),
                e.reason(),
                e.willRetry(),
                e.cached(),
                e.error(),
                e.completedSteps(),
                e.hasValue());
        return of(new SentEvent(sent.eventId(), sent.key(), moved));
    }

    private static @Nullable Long moved(@Nullable Long micros, long by) {
        return micros == null ? null : Long.valueOf(micros + by);
    }
}
