package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WatchPanelTest {
    private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");
    private static final Instant NOW = START.plusSeconds(30);
    private static final String REST = "\u001b[K\n";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private WatchPanel panel(Screen screen) {
        WatchReport report = new WatchReport(new Api(URI.create("http://weir:1"), Optional.empty()));
        return new WatchPanel(
                new PrintWriter(out), new PrintWriter(err), screen, report, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static WatchProgress progress(String signal, int usualSteps) {
        return new WatchProgress(new FirstSignal(Api.JSON.readTree(signal)), Optional.of(START), 2, usualSteps, NOW);
    }

    private String printed() {
        String text = out.toString();
        out.getBuffer().setLength(0);
        return text;
    }

    @Test
    void redrawsInPlaceWhatChanges() {
        WatchPanel panel = panel(new Screen(80, false));
        panel.show(progress("""
                {"kind":"phase","summary":"Running charge.","etaSeconds":90,"diagnostics":{"step_number":3}}""", 4));
        assertThat(printed())
                .isEqualTo("▶ Running charge." + REST
                        + "  ██████████░░░░░░░░░░  50 %  step 3 of ~4, ~90 s left, 30 s so far" + REST);

        panel.tick(NOW);
        assertThat(printed()).isEmpty();

        panel.tick(NOW.plusSeconds(60));
        assertThat(printed())
                .isEqualTo("\r\u001b[2A▶ Running charge." + REST
                        + "  ██████████░░░░░░░░░░  50 %  step 3 of ~4, ~30 s left, 1 min 30 s so far" + REST);

        panel.show(progress("{\"kind\":\"failed\",\"summary\":\"Failed in charge: \\u001b[31mno\"}", 4));
        assertThat(printed()).isEqualTo("\r\u001b[2A✗ Failed in charge: \\u001b[31mno" + REST + "\u001b[J");
    }

    @Test
    void saysWhenARunTakesLongerThanItWasSaid() {
        WatchPanel panel = panel(new Screen(80, false));
        panel.show(progress("{\"kind\":\"phase\",\"summary\":\"Running charge.\",\"etaSeconds\":90}", 0));
        printed();

        panel.tick(NOW.plusSeconds(95));
        assertThat(printed()).contains("99 %", "any moment now, 2 min 05 s so far");
        panel.tick(NOW.plusSeconds(110));
        assertThat(printed()).contains("99 %", "longer than usual, 2 min 20 s so far");
    }

    @Test
    void isNeverWiderThanTheScreen() {
        WatchPanel panel = panel(new Screen(20, true));
        panel.show(
                progress("{\"kind\":\"blocked\",\"summary\":\"Waits for an approval of it.\",\"etaSeconds\":600}", 0));

        assertThat(printed())
                .isEqualTo("\u001b[33m↻ Waits for an app…\u001b[0m" + REST + "  \u001b[2m~10 min left, 30…\u001b[0m"
                        + REST);
    }

    @Test
    void leavesRoomForWhatElseIsSaid() {
        WatchPanel panel = panel(new Screen(80, false));
        panel.show(progress("{\"kind\":\"succeeded\",\"summary\":\"Completed.\"}", 2));
        assertThat(printed()).isEqualTo("✓ Completed." + REST + "  " + "█".repeat(20) + " 100 %" + REST);

        panel.note("Something.");

        assertThat(printed())
                .isEqualTo("\r\u001b[2A\u001b[J✓ Completed." + REST + "  " + "█".repeat(20) + " 100 %" + REST);
        assertThat(err.toString()).isEqualTo("Something." + System.lineSeparator());
    }

    @Test
    void tellsInTheEndWhatHelps() {
        panel(new Screen(80, false)).end(new FirstSignal(Api.JSON.readTree("""
                        {"kind":"failed","nextActions":[{"label":"See the run","href":"/runs/a/b/c?run=1"}],
                         "seenBefore":{"sentence":"Seen 43 times.","likelyCause":"Rate limits.",
                         "suggestedAction":"Try again later.","remediationUrl":"https://wiki/limits"}}""")));

        assertThat(printed()).isEqualTo("""
                Seen 43 times.
                Likely cause: Rate limits.
                Suggested action: Try again later.
                Read more: https://wiki/limits
                See the run: http://weir:1/runs/a/b/c?run=1
                """);
    }
}
