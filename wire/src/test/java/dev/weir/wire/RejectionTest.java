package dev.weir.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.EventType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not taken, and what is said of it. */
class RejectionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "eventId      | (absent) | missing_field | 'eventId' is missing.",
                "eventId      | null     | missing_field | 'eventId' is missing.",
                "eventId      | \"\"     | missing_field | 'eventId' is empty.",
                "eventId      | 17       | wrong_type    | 'eventId' must be a string.",
                "type         | (absent) | missing_field | 'type' is missing.",
                "type         | null     | missing_field | 'type' is missing.",
                "type         | \"\"     | missing_field | 'type' is empty.",
                "type         | []       | wrong_type    | 'type' must be a string.",
                "timestamp    | (absent) | missing_field | 'timestamp' is missing.",
                "timestamp    | null     | missing_field | 'timestamp' is missing.",
                "timestamp    | 1769857200000 | wrong_type | 'timestamp' must be an ISO-8601 time as a string.",
                "timestamp    | \"\"     | bad_timestamp | 'timestamp' is not an ISO-8601 time with a zone, such as 2026-01-31T12:00:00.000Z.",
                "timestamp    | \"2026-01-31T11:00:00\" | bad_timestamp | 'timestamp' is not an ISO-8601 time with a zone, such as 2026-01-31T12:00:00.000Z.",
                "timestamp    | \"nonsense\" | bad_timestamp | 'timestamp' is not an ISO-8601 time with a zone, such as 2026-01-31T12:00:00.000Z.",
                "timestamp    | \"1969-12-31T23:59:59Z\" | out_of_range | 'timestamp' lies before 1970.",
                "timestamp    | \"9999-12-31T23:59:59Z\" | in_the_future | 'timestamp' lies more than 86400 s ahead of the server's clock.",
                "env          | null     | missing_field | 'env' is null.",
                "env          | \"\"     | missing_field | 'env' is empty.",
                "env          | {}       | wrong_type    | 'env' must be a string.",
                "serviceKey   | null     | missing_field | 'serviceKey' is null.",
                "serviceKey   | \"\"     | missing_field | 'serviceKey' is empty.",
                "serviceKey   | true     | wrong_type    | 'serviceKey' must be a string.",
                "workflowId   | (absent) | missing_field | 'workflowId' is missing.",
                "workflowId   | null     | missing_field | 'workflowId' is missing.",
                "workflowId   | \"\"     | missing_field | 'workflowId' is empty.",
                "workflowId   | 1        | wrong_type    | 'workflowId' must be a string.",
                "workflowName | (absent) | missing_field | 'workflowName' is missing.",
                "workflowName | null     | missing_field | 'workflowName' is missing.",
                "workflowName | \"\"     | missing_field | 'workflowName' is empty.",
                "workflowName | [\"n\"]  | wrong_type    | 'workflowName' must be a string.",
                "executionId  | 1        | wrong_type    | 'executionId' must be a string.",
                "source       | 1        | wrong_type    | 'source' must be a string.",
                "stepName     | (absent) | missing_field | 'stepName' is missing.",
                "stepName     | null     | missing_field | 'stepName' is missing.",
                "stepName     | \"\"     | missing_field | 'stepName' is empty.",
                "stepName     | 1        | wrong_type    | 'stepName' must be a string.",
                "attempt      | \"1\"    | wrong_type    | 'attempt' must be a whole number.",
                "attempt      | 1.5      | wrong_type    | 'attempt' must be a whole number.",
                "attempt      | -1       | out_of_range  | 'attempt' must be between 0 and 1000000.",
                "attempt      | 1000001  | out_of_range  | 'attempt' must be between 0 and 1000000.",
                "attempt      | 99999999999999999999 | out_of_range | 'attempt' must be between 0 and 1000000.",
                "attempt      | 1e400    | out_of_range  | 'attempt' must be between 0 and 1000000.",
                "attempt      | -1e400   | out_of_range  | 'attempt' must be between 0 and 1000000.",
                "durationMs   | -1       | out_of_range  | 'durationMs' must be between 0 and 10000000000000.",
                "durationMs   | 10000000000001 | out_of_range | 'durationMs' must be between 0 and 10000000000000.",
                "durationMs   | 9223372036854775808 | out_of_range | 'durationMs' must be between 0 and 10000000000000.",
                "durationMs   | \"5 s\"  | wrong_type    | 'durationMs' must be a whole number.",
                "cached       | 0        | wrong_type    | 'cached' must be true or false.",
                "cached       | \"true\" | wrong_type    | 'cached' must be true or false.",
            })
    void saysWhatIsWrongWithAField(String field, String value, String code, String message) {
        Map<String, String> fields = goodStep();
        if (value.equals("(absent)")) {
            fields.remove(field);
        } else {
            fields.put(field, value);
        }
        check(fields, code, field, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "step.started       | maxAttempts    | -1          | out_of_range",
                "step.failed        | willRetry      | \"yes\"     | wrong_type",
                "step.failed        | error          | \"it broke\" | wrong_type",
                "step.failed        | error          | []          | wrong_type",
                "step.failed        | error          | {\"message\":{}}    | wrong_type",
                "step.failed        | error          | {\"stack\":[\"a\"]} | wrong_type",
                "step.failed        | error          | {\"code\":{}}       | wrong_type",
                "workflow.failed    | error          | {\"stepName\":1}    | wrong_type",
                "workflow.failed    | error          | {\"attempt\":-1}    | out_of_range",
                "workflow.failed    | error          | {\"attempt\":\"1\"} | wrong_type",
                "workflow.failed    | completedSteps | \"a,b\"     | wrong_type",
                "workflow.completed | completedSteps | [\"a\",1]   | wrong_type",
                "workflow.completed | completedSteps | [[\"a\"],{\"b\":[]}] | wrong_type",
                "workflow.completed | durationMs     | -5          | out_of_range",
                "workflow.cancelled | reason         | 7           | wrong_type",
                "workflow.paused    | reason         | {}          | wrong_type",
                "workflow.paused    | resumeAt       | \"soon\"    | bad_timestamp",
                "workflow.paused    | stepName       | 1           | wrong_type",
                "retry.scheduled    | nextAttemptAt  | 17          | wrong_type",
                "retry.scheduled    | delayMs        | -1          | out_of_range",
                "retry.exhausted    | attempts       | 1.5         | wrong_type",
                "sleep.started      | resumeAt       | \"1969-01-01T00:00:00Z\" | out_of_range",
                "sleep.completed    | durationMs     | []          | wrong_type",
                "timeout.set        | deadline       | \"2026-01-01T00:00:00\" | bad_timestamp",
                "timeout.exceeded   | timeoutMs      | false       | wrong_type",
            })
    void everyTypeChecksTheFieldsThatItHas(String type, String field, String value, String code) {
        Map<String, String> fields = goodStep();
        fields.put("type", '"' + type + '"');
        fields.put(field, value);
        Rejection rejection = Decoded.ofJson("[" + json(fields) + "]").rejection();
        assertThat(rejection.code().label()).isEqualTo(code);
        assertThat(rejection.field()).isEqualTo(field);
    }

    @ParameterizedTest
    @EnumSource(EventType.class)
    void aStepNameIsDemandedWhereTheTypeConcernsAStep(EventType type) {
        Map<String, String> fields = goodStep();
        fields.put("type", '"' + type.wireName() + '"');
        fields.remove("stepName");
        Decoded decoded = Decoded.ofJson("[" + json(fields) + "]");
        assertThat(decoded.taken()).hasSize(type.concernsStep() ? 0 : 1);
    }

    @ParameterizedTest
    @CsvSource({"eventId", "type", "env", "serviceKey", "workflowId", "workflowName", "executionId", "stepName"})
    void aNameHasAtMostSoManyBytes(String field) {
        Map<String, String> fields = goodStep();
        boolean type = field.equals("type");
        fields.put(field, '"' + "n".repeat(998) + "\u00e9" + '"');
        assertThat(Decoded.ofJson("[" + json(fields) + "]").taken()).hasSize(1);
        fields.put(field, '"' + "n".repeat(999) + "\u00e9" + '"');
        check(fields, "too_large", field, "'" + field + "' is longer than 1000 bytes.");
        fields.put(field, '"' + "\ud83d\ude00".repeat(250) + '"');
        assertThat(Decoded.ofJson("[" + json(fields) + "]").taken())
                .extracting(LogEvent::isIgnored)
                .containsExactly(type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "17", "true", "\"text\"", "[]", "[{\"eventId\":\"e\"}]"})
    void onlyAnObjectIsAnEvent(String value) {
        Rejection rejection = Decoded.ofJson("[" + value + "]").rejection();
        assertThat(rejection)
                .extracting(Rejection::code, Rejection::field, Rejection::eventId, Rejection::message)
                .containsExactly(RejectCode.NOT_AN_OBJECT, null, null, "It is not readable as a JSON object.");
        assertThat(new String(rejection.content(), UTF_8)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{,}",
                "{\"a\" 1}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "{\"a\":'b'}",
                "{\"a\":01}",
                "{\"a\":NaN}",
                "{\"a\":x\u0000y}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12\"}",
                "{\"a\":\"tab\tinside\"}",
                "{\"a\":\"nul\u0000inside\"}",
                "{\"a\":1}/* why */",
            })
    void whatIsNoJsonIsSaidToBeNone(String broken) {
        String good = json(goodStep());
        byte[] lines = (good + "\n" + broken + "\n" + good).getBytes(UTF_8);
        Decoded decoded = Decoded.ofLines(lines);
        assertThat(decoded.taken()).extracting(LogEvent::index).containsExactly(0, 2);
        assertThat(decoded.rejected()).hasSize(1);
        Rejection rejection = decoded.rejected().get(0);
        assertThat(rejection.code()).isEqualTo(RejectCode.NOT_AN_OBJECT);
        assertThat(rejection.index()).isEqualTo(1);
        assertThat(rejection.message())
                .startsWith("It is not readable as ")
                .endsWith(".")
                .doesNotContain("Feature");
        assertThat(rejection.message().chars()).noneMatch(Character::isISOControl);
        assertThat(new String(rejection.content(), UTF_8)).isEqualTo(broken);
    }

    @Test
    void keepsToEachLimit() {
        Limits limits = new Limits(10, 300, 3, 40, 20, 3_600_000_000L);
        String good = json(goodStep());
        String large = good.substring(0, good.length() - 1) + ",\"pad\":[" + "1,".repeat(100) + "1]}";
        String exact = large.replace("1,".repeat(100), "1,".repeat(100 - (large.length() - 299) / 2));
        assertThat(exact.length()).isBetween(299, 300);
        expectLimit(limits, exact, null);
        expectLimit(
                limits,
                exact.replace("\"pad\":[", "\"pad\":[  "),
                "It has " + (exact.length() + 2) + " bytes, the limit is 300.");
        expectLimit(limits, with("\"x\":[[]]"), null);
        expectLimit(limits, with("\"x\":[[[]]]"), "It nests 4 levels deep, the limit is 3.");
        expectLimit(limits, with("\"x\":\"" + "\ud83d\ude00".repeat(10) + "a".repeat(30) + "\""), null);
        expectLimit(
                limits,
                with("\"x\":\"" + "\ud83d\ude00".repeat(10) + "a".repeat(31) + "\""),
                "It has a string of 41 characters, the limit is 40.");
        expectLimit(limits, with("\"" + "k".repeat(40) + "\":1"), null);
        expectLimit(limits, with("\"" + "k".repeat(41) + "\":1"), "It has a string of 41 characters, the limit is 40.");
        expectLimit(limits, with("\"workflowId\":\"" + "w".repeat(20) + "\""), null);
        expectLimit(limits, with("\"workflowId\":\"" + "w".repeat(21) + "\""), "'workflowId' is longer than 20 bytes.");
    }

    @Test
    void timesMayLieALittleAhead() {
        Limits limits = new Limits(10, 1000, 3, 100, 100, 3_600_000_000L);
        expectLimit(limits, with("\"timestamp\":\"2026-01-31T13:00:00Z\""), null);
        Rejection rejection = Decoded.of(limits, "[" + with("\"timestamp\":\"2026-01-31T13:00:00.000001Z\"") + "]")
                .rejection();
        assertThat(rejection)
                .extracting(Rejection::code, Rejection::field, Rejection::message)
                .containsExactly(
                        RejectCode.IN_THE_FUTURE,
                        "timestamp",
                        "'timestamp' lies more than 3600 s ahead of the server's clock.");
    }

    @Test
    void longNumbersAreTooLargeAndLongKeysAreNot() {
        String digits = "1".repeat(1000);
        expectLimit(Decoded.LIMITS, with("\"x\":[" + digits + ",-" + digits + "]"), null);
        expectLimit(Decoded.LIMITS, with("\"x\":1" + digits), "It has a number of more than 1000 digits.");
        expectLimit(Decoded.LIMITS, with("\"attempt\":1" + digits), "It has a number of more than 1000 digits.");
        expectLimit(Decoded.LIMITS, with("\"" + "k".repeat(200_000) + "\":1"), null);
    }

    @Test
    void whatIsTooLargeStillSaysWhoseItIs() {
        Rejection rejection = Decoded.ofJson("[" + with("\"x\":" + "[".repeat(100) + "]".repeat(100)) + "]")
                .rejection();
        assertThat(rejection)
                .extracting(Rejection::code, Rejection::eventId, Rejection::env, Rejection::serviceKey)
                .containsExactly(RejectCode.TOO_LARGE, "id-1", "e", "s");
    }

    @Test
    void neighboursAreNotTouched() {
        List<String> events = new ArrayList<>();
        events.add(json(goodStep()));
        events.add("17");
        events.add(json(goodStep()).replace("\"w\"", "\"\""));
        events.add(json(goodStep()));
        events.add("{\"a\":\"\\u12\"}");
        events.add(json(goodStep()));
        Decoded decoded = Decoded.ofJson("{\"events\":[" + String.join(",", events) + "]}");
        assertThat(decoded.taken()).extracting(LogEvent::index).containsExactly(0, 3, 5);
        assertThat(decoded.rejected()).extracting(Rejection::index).containsExactly(1, 2, 4);
        assertThat(decoded.rejected())
                .extracting(Rejection::code)
                .containsExactly(RejectCode.NOT_AN_OBJECT, RejectCode.MISSING_FIELD, RejectCode.NOT_AN_OBJECT);
        assertThat(decoded.rejected()).extracting(Rejection::eventId).containsExactly(null, "id-1", null);
    }

    private static void expectLimit(Limits limits, String json, String message) {
        Decoded decoded = Decoded.of(limits, "[" + json + "]");
        if (message == null) {
            assertThat(decoded.rejected()).isEmpty();
        } else {
            assertThat(decoded.rejection().message()).isEqualTo(message);
            assertThat(decoded.rejection().code()).isEqualTo(RejectCode.TOO_LARGE);
        }
    }

    private static void check(Map<String, String> fields, String code, String field, String message) {
        Rejection rejection = Decoded.ofJson("[" + json(fields) + "]").rejection();
        assertThat(rejection.code().label()).isEqualTo(code);
        assertThat(rejection.field()).isEqualTo(field);
        assertThat(rejection.message()).isEqualTo(message);
        assertThat(new String(rejection.content(), UTF_8)).isEqualTo(json(fields));
    }

    /** A good event with one field more, or another value for one that it has. */
    private static String with(String field) {
        String json = json(goodStep());
        return json.substring(0, json.length() - 1) + "," + field + "}";
    }

    private static Map<String, String> goodStep() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("eventId", "\"id-1\"");
        fields.put("type", "\"step.completed\"");
        fields.put("timestamp", "\"2026-01-31T11:00:00Z\"");
        fields.put("env", "\"e\"");
        fields.put("serviceKey", "\"s\"");
        fields.put("workflowId", "\"w\"");
        fields.put("workflowName", "\"n\"");
        fields.put("stepName", "\"st\"");
        return fields;
    }

    private static String json(Map<String, String> fields) {
        List<String> parts = new ArrayList<>();
        fields.forEach((name, value) -> parts.add('"' + name + "\":" + value));
        return "{" + String.join(",", parts) + "}";
    }
}
