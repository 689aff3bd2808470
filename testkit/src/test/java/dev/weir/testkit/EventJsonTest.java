package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.EventError;
import dev.weir.core.event.EventType;
import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.core.run.EventText;
import dev.weir.core.run.Json;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EventJsonTest {
    private static final RunKey KEY = new RunKey(new UUID(0, 1), "production", "shop", "order/1");
    private static final long AT = Instant.parse("2026-03-01T10:00:00Z").getEpochSecond() * 1_000_000;

    private static final String BASE = """
            {"eventId":"evt_1","type":"%s","timestamp":"%s","env":"production","serviceKey":"shop",\
            "workflowId":"order/1","workflowName":"order\"""";

    @Test
    void absentFieldsAreLeftOut() {
        assertThat(EventJson.write(sent(new EventDraft(EventType.WORKFLOW_RESUMED, AT))))
                .isEqualTo(BASE.formatted("workflow.resumed", "2026-03-01T10:00:00Z") + "}");
    }

    @Test
    void timesHaveMicroseconds() {
        assertThat(EventJson.write(sent(new EventDraft(EventType.SLEEP_STARTED, AT + 1)
                        .durationMs(25L * 86_400_000)
                        .resumeAt(AT + 1_500_000))))
                .isEqualTo(BASE.formatted("sleep.started", "2026-03-01T10:00:00.000001Z")
                        + ",\"durationMs\":2160000000,\"resumeAt\":\"2026-03-01T10:00:01.500Z\"}");
    }

    @Test
    void everyFieldOfAStep() {
        EventDraft draft = new EventDraft(EventType.STEP_FAILED, AT)
                .executionId("x")
                .step("charge \"now\"")
                .attempt(2)
                .maxAttempts(3)
                .attempts(4)
                .delayMs(5L)
                .timeoutMs(6L)
                .nextAttemptAt(AT)
                .deadline(AT)
                .reason("sleep")
                .willRetry(false)
                .cached(true)
                .error(new EventError("no\nluck", "E", "charge", 2));
        assertThat(EventJson.write(sent(draft), "[1]", "at \\ there"))
                .isEqualTo(BASE.formatted("step.failed", "2026-03-01T10:00:00Z") + """
                        ,"executionId":"x","stepName":"charge \\"now\\"","attempt":2,"maxAttempts":3,"attempts":4,\
                        "delayMs":5,"timeoutMs":6,"nextAttemptAt":"2026-03-01T10:00:00Z",\
                        "deadline":"2026-03-01T10:00:00Z","reason":"sleep","willRetry":false,"cached":true,\
                        "error":{"message":"no\\nluck","stack":"at \\\\ there","code":"E","stepName":"charge",\
                        "attempt":2},"result":[1]}""");
    }

    @Test
    void anEndListsItsStepsEvenIfThereAreNone() {
        assertThat(EventJson.write(sent(new EventDraft(EventType.WORKFLOW_CANCELLED, AT))))
                .isEqualTo(BASE.formatted("workflow.cancelled", "2026-03-01T10:00:00Z") + ",\"completedSteps\":[]}");
        assertThat(EventJson.write(
                        sent(new EventDraft(EventType.WORKFLOW_COMPLETED, AT).completedSteps(List.of("a", "b\"")))))
                .isEqualTo(BASE.formatted("workflow.completed", "2026-03-01T10:00:00Z")
                        + ",\"completedSteps\":[\"a\",\"b\\\"\"]}");
    }

    @Test
    void aValueIsNamedByItsType() {
        assertThat(EventJson.write(sent(new EventDraft(EventType.WORKFLOW_QUEUED, AT).hasValue(true))))
                .endsWith(",\"input\":{\"of\":\"evt_1\"}}");
        assertThat(EventJson.write(sent(new EventDraft(EventType.WORKFLOW_COMPLETED, AT).hasValue(true))))
                .endsWith(",\"output\":{\"of\":\"evt_1\"}}");
        assertThat(EventJson.write(sent(
                        new EventDraft(EventType.STEP_COMPLETED, AT).step("a").hasValue(true))))
                .endsWith(",\"result\":{\"of\":\"evt_1\"}}");
    }

    @Test
    void theTextIsWhatTheLogWillKeep() {
        EventDraft failure =
                new EventDraft(EventType.WORKFLOW_FAILED, AT).error(new EventError("no luck", null, null, null));
        assertThat(EventJson.text(sent(failure))).isEqualTo(new EventText(null, "no luck", "at evt_1"));
        assertThat(EventJson.text(sent(new EventDraft(EventType.WORKFLOW_STARTED, AT).hasValue(true))))
                .isEqualTo(new EventText(new Json("{\"of\":\"evt_1\"}"), null, null));
        assertThat(EventJson.text(sent(new EventDraft(EventType.WORKFLOW_STARTED, AT))))
                .isEqualTo(EventText.NONE);
    }

    @Test
    void aBatchIsABody() {
        SentEvent event = sent(new EventDraft(EventType.WORKFLOW_RESUMED, AT));
        String json = EventJson.write(event);
        assertThat(EventJson.batch(List.of(event, event))).isEqualTo("{\"events\":[" + json + "," + json + "]}");
    }

    @Test
    void onlyWhatMustBeEscapedIs() {
        assertThat(EventJson.quoted("a\"b\\c\n\r\t\u0000\u001f/é📨"))
                .isEqualTo("\"a\\\"b\\\\c\\n\\r\\t\\u0000\\u001f/é📨\"");
        assertThat(EventJson.quoted("\ud83d!\udce8")).isEqualTo("\"\\ud83d!\\udce8\"");
        assertThat(EventJson.quoted("\ud83d")).isEqualTo("\"\\ud83d\"");
    }

    private static SentEvent sent(EventDraft draft) {
        return new SentEvent("evt_1", KEY, draft.event(Ids.ofEvent("evt_1")));
    }
}
