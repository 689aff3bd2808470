package dev.weir.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.weir.core.event.EventError;
import dev.weir.core.event.EventType;
import dev.weir.core.event.Ids;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.wire.EventDecoder.Defaults;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is read of an event that is taken. */
class EventDecoderTest {
    private static final String BASE =
            "\"timestamp\":\"2026-01-31T11:00:00.123456789Z\",\"env\":\"e\",\"serviceKey\":\"s\","
                    + "\"workflowId\":\"w\",\"workflowName\":\"n\"";
    private static final UUID ID = UUID.fromString("0197e3a0-0000-7000-8000-000000000001");
    private static final long AT = micros("2026-01-31T11:00:00.123456Z");

    @Test
    void readsEveryFieldOfAnEvent() {
        String json = event("step.failed", """
                "executionId":"x","source":"engine","stepName":"st","attempt":3,"maxAttempts":5,"attempts":4,
                "durationMs":10,"delayMs":20,"timeoutMs":30,"resumeAt":"2026-02-01T00:00:00Z",
                "nextAttemptAt":"2026-02-02T00:00:00Z","deadline":"9999-12-31T23:59:59Z","reason":"because",
                "willRetry":true,"cached":false,"completedSteps":["a","b"],"result":{"x":[1]},
                "error":{"message":"m","stack":"at x","stepName":"es","attempt":2,"code":"E1","more":[1]}
                """);
        LogEvent log = Decoded.ofJson("[" + json + "]").event();
        assertThat(log.event())
                .isEqualTo(new WorkflowEvent(
                        ID,
                        EventType.STEP_FAILED,
                        AT,
                        "n",
                        "x",
                        "st",
                        3,
                        5,
                        4,
                        10L,
                        20L,
                        30L,
                        micros("2026-02-01T00:00:00Z"),
                        micros("2026-02-02T00:00:00Z"),
                        micros("9999-12-31T23:59:59Z"),
                        "because",
                        true,
                        false,
                        new EventError("m", "E1", "es", 2),
                        List.of("a", "b"),
                        true));
        assertThat(log)
                .extracting(
                        LogEvent::id,
                        LogEvent::type,
                        LogEvent::at,
                        LogEvent::env,
                        LogEvent::serviceKey,
                        LogEvent::workflowId,
                        LogEvent::mended,
                        LogEvent::index,
                        LogEvent::isIgnored)
                .containsExactly(ID, "step.failed", AT, "e", "s", "w", false, 0, false);
        assertThat(new String(log.payload(), UTF_8)).isEqualTo(json);
    }

    @ParameterizedTest
    @EnumSource(EventType.class)
    void everyTypeNeedsTheBaseFieldsAndAStepNameAtMost(EventType type) {
        String step = type.concernsStep() ? "\"stepName\":\"st\"" : "\"unknown\":1";
        assertThat(one(event(type.wireName(), step)).workflowEvent())
                .isEqualTo(new WorkflowEvent(
                        ID,
                        type,
                        AT,
                        "n",
                        null,
                        type.concernsStep() ? "st" : null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        List.of(),
                        false));
    }

    @Test
    void nullIsAbsentInEveryOptionalField() {
        WorkflowEvent bare = one(event("step.failed", "\"stepName\":\"st\"")).workflowEvent();
        WorkflowEvent nulls = one(event("step.failed", """
                        "stepName":"st","executionId":null,"source":null,"attempt":null,"maxAttempts":null,"attempts":null,
                        "durationMs":null,"delayMs":null,"timeoutMs":null,"resumeAt":null,"nextAttemptAt":null,
                        "deadline":null,"reason":null,"willRetry":null,"cached":null,"completedSteps":null,"result":null,
                        "error":null
                        """)).workflowEvent();
        assertThat(nulls).isEqualTo(bare);
        WorkflowEvent inError = one(event("step.failed", """
                        "stepName":"st",
                        "error":{"message":null,"stack":null,"stepName":null,"attempt":null,"code":null}
                        """)).workflowEvent();
        assertThat(inError.error()).isEqualTo(new EventError(null, null, null, null));
    }

    @Test
    void anEmptyOptionalNameIsAbsent() {
        WorkflowEvent event = one(event(
                        "workflow.failed",
                        "\"executionId\":\"\",\"source\":\"\",\"error\":{\"message\":\"\",\"stepName\":\"\"}"))
                .workflowEvent();
        assertThat(event.executionId()).isNull();
        assertThat(event.error()).isEqualTo(new EventError("", null, null, null));
        assertThat(one(event("workflow.paused", "\"stepName\":\"\""))
                        .workflowEvent()
                        .stepName())
                .isNull();
    }

    @Test
    void aFieldOfAnotherTypeIsLikeAnUnknownOne() {
        String json = event("workflow.resumed", """
                "stepName":7,"attempt":"x","maxAttempts":-1,"attempts":1e99,"durationMs":[],"delayMs":{},"timeoutMs":true,
                "resumeAt":"soon","nextAttemptAt":5,"deadline":"1969-01-01T00:00:00Z","reason":{},"willRetry":"no",
                "cached":1,"completedSteps":{"a":[1]},"error":"text"
                """);
        Decoded decoded = one(json);
        assertThat(decoded.workflowEvent())
                .isEqualTo(one(event("workflow.resumed", "\"u\":0")).workflowEvent());
        assertThat(decoded.payload()).isEqualTo(json);
        assertThat(one(event("workflow.failed", "\"durationMs\":\"long\""))
                        .workflowEvent()
                        .durationMs())
                .isNull();
        assertThat(one(event("retry.scheduled", "\"stepName\":\"st\",\"maxAttempts\":\"many\""))
                        .workflowEvent()
                        .maxAttempts())
                .isNull();
    }

    @Test
    void ofDuplicateKeysTheLastCounts() {
        WorkflowEvent event = one(event("step.failed", """
                        "stepName":3,"stepName":"st","attempt":1,"attempt":2,"timestamp":"never",
                        "timestamp":"2026-01-31T10:00:00Z","error":{"message":"a","message":"b"},
                        "error":{"code":1,"message":"c","message":"d"},"durationMs":5,"durationMs":null
                        """)).workflowEvent();
        assertThat(event.stepName()).isEqualTo("st");
        assertThat(event.attempt()).isEqualTo(2);
        assertThat(event.at()).isEqualTo(micros("2026-01-31T10:00:00Z"));
        assertThat(event.error()).isEqualTo(new EventError("d", "1", null, null));
        assertThat(event.durationMs()).isNull();
        assertThat(one(event("step.failed", "\"stepName\":\"st\",\"stepName\":3"))
                        .rejection())
                .extracting(Rejection::code, Rejection::field)
                .containsExactly(RejectCode.WRONG_TYPE, "stepName");
        assertThat(one(event("step.failed", "\"stepName\":\"st\",\"stepName\":null"))
                        .rejection())
                .extracting(Rejection::code, Rejection::field)
                .containsExactly(RejectCode.MISSING_FIELD, "stepName");
    }

    @Test
    void unknownFieldsAreKeptToTheByte() {
        String json = event(
                "workflow.started",
                " \"z\" : [ 1.0e+05 ,-0.0, \"\\u00e9\u00e9\\/\" ],\t\"workflow\\u0049d\":\"w2\", \"\":{ },\"input\":[\n]");
        Decoded decoded = one(json);
        assertThat(decoded.payload()).isEqualTo(json);
        assertThat(decoded.event().workflowId()).isEqualTo("w2");
        assertThat(decoded.workflowEvent().hasValue()).isTrue();
    }

    @Test
    void anUnknownTypeNeedsOnlyIdTypeAndTime() {
        Decoded decoded = one("""
                {"eventId":"evt_1","type":"job.executed","timestamp":"2026-01-31T11:00:00Z","workflowId":[],"stepName":5,
                 "error":7,"executionId":{},"attempt":-1,"source":[]}
                """);
        assertThat(decoded.event())
                .extracting(
                        LogEvent::id,
                        LogEvent::type,
                        LogEvent::env,
                        LogEvent::serviceKey,
                        LogEvent::workflowId,
                        LogEvent::event,
                        LogEvent::isIgnored)
                .containsExactly(Ids.ofEvent("evt_1"), "job.executed", "default", "default", null, null, true);
        assertThat(one("{\"eventId\":\"e\",\"type\":\"Workflow.Started\",\"timestamp\":\"2026-01-31T11:00:00Z\"}")
                        .event()
                        .isIgnored())
                .isTrue();
        assertThat(one("{\"eventId\":\"e\",\"type\":\"x\",\"timestamp\":\"2026-01-31T11:00:00Z\",\"workflowId\":\"w\"}")
                        .event()
                        .workflowId())
                .isEqualTo("w");
    }

    @Test
    void valuesThatAreAbsentOrNullAreNone() {
        assertThat(one(event("workflow.started", "\"input\":null"))
                        .workflowEvent()
                        .hasValue())
                .isFalse();
        assertThat(one(event("workflow.started", "\"output\":1"))
                        .workflowEvent()
                        .hasValue())
                .isFalse();
        assertThat(one(event("workflow.queued", "\"input\":0")).workflowEvent().hasValue())
                .isTrue();
        assertThat(one(event("workflow.completed", "\"output\":false"))
                        .workflowEvent()
                        .hasValue())
                .isTrue();
        assertThat(one(event("workflow.completed", "\"input\":1"))
                        .workflowEvent()
                        .hasValue())
                .isFalse();
        assertThat(one(event("step.completed", "\"stepName\":\"st\",\"result\":\"\""))
                        .workflowEvent()
                        .hasValue())
                .isTrue();
    }

    @Test
    void defaultsStandInForAbsentNamesOnly() {
        String json = "[{\"eventId\":\"e\",\"type\":\"x\",\"timestamp\":\"2026-01-31T11:00:00Z\"},"
                + "{\"eventId\":\"f\",\"type\":\"x\",\"timestamp\":\"2026-01-31T11:00:00Z\",\"env\":\"own\"}]";
        Decoded decoded = Decoded.of(
                Decoded.LIMITS, new Defaults("d-env", "d-service"), EventBody.ofJson(json.getBytes(UTF_8), 2));
        assertThat(decoded.taken())
                .extracting(LogEvent::env, LogEvent::serviceKey)
                .containsExactly(tuple("d-env", "d-service"), tuple("own", "d-service"));
    }

    @Test
    void wholeNumbersMayBeWrittenWithAPoint() {
        WorkflowEvent event = one(event(
                        "step.completed",
                        "\"stepName\":\"st\",\"attempt\":2.0,\"durationMs\":1.5e3,\"timeoutMs\":-0.0"))
                .workflowEvent();
        assertThat(event.attempt()).isEqualTo(2);
        assertThat(event.durationMs()).isEqualTo(1500);
    }

    @Test
    void idsThatAreNoUuidsGetOne() {
        assertThat(one("{\"eventId\":\"0197E3A0-0000-7000-8000-000000000001\",\"type\":\"x\","
                                + "\"timestamp\":\"2026-01-31T11:00:00Z\"}")
                        .event()
                        .id())
                .isEqualTo(ID);
        for (String id : List.of("evt_abc123", "1-1-1-1-1", "1", " ", "\ud83d\ude00", "a/b%2F'\\\"")) {
            assertThat(one("{\"eventId\":\"" + id + "\",\"type\":\"x\",\"timestamp\":\"2026-01-31T11:00:00Z\"}")
                            .event()
                            .id())
                    .isEqualTo(Ids.ofEvent(id.replace("\\\"", "\"")));
        }
    }

    private static Decoded one(String json) {
        return Decoded.ofJson("[" + json + "]");
    }

    private static String event(String type, String fields) {
        return "{\"eventId\":\"" + ID + "\",\"type\":\"" + type + "\"," + BASE + "," + fields + "}";
    }

    private static long micros(String time) {
        Instant at = Instant.parse(time);
        return at.getEpochSecond() * 1_000_000 + at.getNano() / 1000;
    }
}
