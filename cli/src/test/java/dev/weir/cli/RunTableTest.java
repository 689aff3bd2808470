package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTableTest {
    private static final Instant NOW = Instant.parse("2026-03-04T10:00:00Z");

    private static final RunItem FAILED = item("""
            {"workflowId":"ord-1","workflowName":"processOrder","env":"production","serviceKey":"orders","status":"failed",
             "startedAt":"2026-03-04T09:58:00.000Z","durationMs":62500,"errorStepName":"charge-card",
             "errorMessage":"no\\nanswer","health":null}
            """);
    private static final RunItem RETRYING = item("""
            {"workflowId":"注文-2","workflowName":"refund","env":"dev","serviceKey":"orders","status":"paused",
             "startedAt":"2026-03-04T09:59:30.000Z","durationMs":null,"errorMessage":null,
             "health":{"state":"retrying","reason":"pay failed in attempt 2 of 5."}}
            """);

    private static RunItem item(String json) {
        return new RunItem(Api.JSON.readTree(json));
    }

    @Test
    void isAsWideAsItNeeds() {
        assertThat(new RunTable(Screen.PLAIN, NOW).lines(List.of(FAILED, RETRYING)))
                .containsExactly(
                        "STATUS  HEALTH    NAME          ID      ENV         SERVICE  STARTED     DURATION  REASON",
                        "failed            processOrder  ord-1   production  orders   09:58:00  1 min 02 s  charge-card: no\\nanswer",
                        "paused  retrying  refund        注文-2  dev         orders   09:59:30      30.0 s  pay failed in attempt 2 of 5.");
    }

    @Test
    void isNoWiderThanTheScreen() {
        List<String> lines = new RunTable(new Screen(100, false), NOW).lines(List.of(FAILED, RETRYING));

        assertThat(lines).allMatch(line -> Foreign.width(line) <= 100);
        assertThat(lines.get(2)).endsWith("  pay failed in att…");
    }

    @Test
    void coloursOnlyHowARunFares() {
        List<String> lines = new RunTable(new Screen(200, true), NOW).lines(List.of(FAILED, RETRYING));

        assertThat(lines.get(1)).startsWith("\u001b[31mfailed          \u001b[0m  processOrder");
        assertThat(lines.get(2)).startsWith("\u001b[33mpaused  retrying\u001b[0m  refund");
    }
}
