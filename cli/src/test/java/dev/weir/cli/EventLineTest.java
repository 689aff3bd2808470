package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EventLineTest {
    private static final String FAILED = """
            {"type":"step.failed","timestamp":"2026-03-04T09:58:00.120Z","env":"production","serviceKey":"orders",
             "workflowId":"ord-1","stepName":"charge\u009b-card","attempt":2,"late":true,
             "payload":{"error":{"message":"no answer\\n\\u001b[2J from the provider"}}}
            """;
    private static final String PLAIN =
            "09:58:00.120  step.failed         production/orders/ord-1  charge\\u009b-card #2"
                    + "  no answer\\n\\u001b[2J from the provider  (late)";

    @Test
    void saysAnEventOnOneLine() {
        assertThat(new EventLine(Screen.PLAIN).of(Api.JSON.readTree(FAILED))).isEqualTo(PLAIN);
    }

    @Test
    void cutsWhatIsSaidToTheScreen() {
        String line = new EventLine(new Screen(90, false)).of(Api.JSON.readTree(FAILED));

        assertThat(line).hasSize(90).startsWith(PLAIN.substring(0, 80)).endsWith("…  (late)");
    }

    @Test
    void coloursTimeAndType() {
        assertThat(new EventLine(new Screen(200, true)).of(Api.JSON.readTree(FAILED)))
                .startsWith("\u001b[2m09:58:00.120\u001b[0m  \u001b[31mstep.failed       \u001b[0m  production/");
    }
}
