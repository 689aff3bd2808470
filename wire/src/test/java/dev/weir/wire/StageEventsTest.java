package dev.weir.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.Ids;
import dev.weir.core.stage.StageEvent;
import dev.weir.core.stage.StageEventType;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read of the events of stages, and what is refused. */
class StageEventsTest {
    private static final String BASE = "\"eventId\":\"e-1\",\"timestamp\":\"2026-01-31T11:00:00.1234567Z\"";

    @Test
    void readsEveryFieldOfAStart() {
        LogEvent log = decoded("""
                "type":"stage_started","env":"e","serviceKey":"s","workflowId":"w","workflowName":"n","workflowStage":"QC",
                "slaDueTimestamp":"2026-01-31T13:00:00,5+01:00","status":"in_progress","attributes":{"x":1}
                """).event();
        assertThat(log.stage())
                .isEqualTo(new StageEvent(
                        Ids.ofEvent("e-1"),
                        StageEventType.STARTED,
                        micros("2026-01-31T11:00:00.123456Z"),
                        "n",
                        "QC",
                        micros("2026-01-31T12:00:00.5Z")));
        assertThat(log.event()).isNull();
        assertThat(log.isIgnored()).isFalse();
        assertThat(log.workflowId()).isEqualTo("w");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`\"unknown\":1`",
                "`\"workflowName\":null`",
                "`\"workflowName\":\"\"`",
                "`\"slaDueTimestamp\":null`",
                "`\"status\":null`",
                "`\"stepName\":17,\"attempt\":\"one\"`",
            })
    void aCompletionNeedsOnlyItsWorkflowAndStage(String more) {
        LogEvent log = decoded("\"type\":\"stage_completed\",\"workflowId\":\"w\",\"workflowStage\":\"QC\"," + more)
                .event();
        assertThat(log.stage())
                .isEqualTo(new StageEvent(
                        Ids.ofEvent("e-1"),
                        StageEventType.COMPLETED,
                        micros("2026-01-31T11:00:00.123456Z"),
                        null,
                        "QC",
                        null));
        assertThat(log.env()).isEqualTo("default");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`\"workflowId\":\"w\"` | missing_field | workflowStage | 'workflowStage' is missing.",
                "`\"workflowId\":\"w\",\"workflowStage\":\"\"` | missing_field | workflowStage | 'workflowStage' is empty.",
                "`\"workflowId\":\"w\",\"workflowStage\":7` | wrong_type | workflowStage | 'workflowStage' must be a string.",
                "`\"workflowStage\":\"QC\"` | missing_field | workflowId | 'workflowId' is missing.",
                "`\"workflowId\":\"w\",\"workflowStage\":\"QC\",\"workflowName\":[]` | wrong_type | workflowName | 'workflowName' must be a string.",
                "`\"workflowId\":\"w\",\"workflowStage\":\"QC\",\"status\":1` | wrong_type | status | 'status' must be a string.",
                "`\"workflowId\":\"w\",\"workflowStage\":\"QC\",\"slaDueTimestamp\":5` | wrong_type | slaDueTimestamp | 'slaDueTimestamp' must be an ISO-8601 time as a string.",
                "`\"workflowId\":\"w\",\"workflowStage\":\"QC\",\"slaDueTimestamp\":\"soon\"` | bad_timestamp | slaDueTimestamp | 'slaDueTimestamp' is not an ISO-8601 time with a zone, such as 2026-01-31T12:00:00.000Z.",
                "`\"workflowId\":\"w\",\"workflowStage\":\"QC\",\"slaDueTimestamp\":\"1969-12-31T23:00:00Z\"` | out_of_range | slaDueTimestamp | 'slaDueTimestamp' lies before 1970.",
            })
    void saysWhatIsWrong(String fields, String code, String field, String message) {
        Rejection rejection = decoded("\"type\":\"stage_started\"," + fields).rejection();
        assertThat(rejection.code().label()).isEqualTo(code);
        assertThat(rejection.field()).isEqualTo(field);
        assertThat(rejection.message()).isEqualTo(message);
    }

    /** Under another type these are fields like any unknown one. */
    @Test
    void otherTypesAreNotHeldToTheFieldsOfStages() {
        assertThat(decoded("""
                "type":"workflow.started","workflowId":"w","workflowName":"n","workflowStage":7,"slaDueTimestamp":{},"status":0
                """).event().isIgnored()).isFalse();
    }

    private static Decoded decoded(String fields) {
        return Decoded.ofJson("[{" + BASE + "," + fields + "}]");
    }

    private static long micros(String time) {
        Instant at = Instant.parse(time);
        return at.getEpochSecond() * 1_000_000 + at.getNano() / 1000;
    }
}
