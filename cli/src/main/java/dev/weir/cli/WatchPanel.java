package dev.weir.cli;

import dev.weir.cli.Screen.Colour;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Two lines on a terminal that change in place: what goes on, and how far it is. The cursor waits below them, so that
 * whatever ends the command, or whoever else prints, leaves them whole.
 */
final class WatchPanel implements WatchView {
    private static final int LEAST_BAR = 10;
    private static final int MOST_BAR = 30;
    private static final String CLEAR_TO_END_OF_LINE = "\u001b[K";
    private static final String CLEAR_BELOW = "\u001b[J";

    private final PrintWriter out;
    private final PrintWriter err;
    private final Screen screen;
    private final WatchReport report;
    private final Clock clock;
    private @Nullable WatchProgress progress;
    private List<String> drawn = List.of();

    WatchPanel(PrintWriter out, PrintWriter err, Screen screen, WatchReport report, Clock clock) {
        this.out = out;
        this.err = err;
        this.screen = screen;
        this.report = report;
        this.clock = clock;
    }

    @Override
    public void show(WatchProgress changed) {
        progress = changed;
        tick(clock.instant());
    }

    @Override
    public void update(WatchProgress changed) {
        show(changed);
    }

    @Override
    public void tick(Instant now) {
        if (progress != null) {
            draw(lines(progress, now));
        }
    }

    private void draw(List<String> lines) {
        if (lines.equals(drawn)) {
            return;
        }
        StringBuilder text = new StringBuilder(up());
        lines.forEach(line -> text.append(line).append(CLEAR_TO_END_OF_LINE).append('\n'));
        out.print(text.append(lines.size() < drawn.size() ? CLEAR_BELOW : ""));
        out.flush();
        drawn = lines;
    }

    private String up() {
        return drawn.isEmpty() ? "" : "\r\u001b[" + drawn.size() + "A";
    }

    private List<String> lines(WatchProgress shown, Instant now) {
        FirstSignal signal = shown.signal();
        List<String> lines = new ArrayList<>();
        lines.add(screen.paint(signal.colour(), fitted(signal.mark() + " " + signal.summary())));
        String facts = String.join(", ", facts(shown, now));
        String bar = shown.share(now).map(this::bar).orElse("");
        if (!bar.isEmpty() || !facts.isEmpty()) {
            String space = bar.isEmpty() || facts.isEmpty() ? "" : "  ";
            String left = fitted("  " + bar + space + facts).substring(2 + bar.length());
            lines.add("  " + screen.paint(signal.colour(), bar) + screen.paint(Colour.DIM, left));
        }
        return lines;
    }

    private static List<String> facts(WatchProgress shown, Instant now) {
        List<String> facts = new ArrayList<>(shown.facts(now));
        shown.elapsedMs(now).map(WatchPanel::wholeSeconds).ifPresent(elapsed -> facts.add(elapsed + " so far"));
        return facts;
    }

    private static String wholeSeconds(long ms) {
        return ms < 60_000 ? ms / 1000 + " s" : Spans.duration(ms);
    }

    /** A line that fills the last column would make some terminals begin another. */
    private String fitted(String line) {
        return Foreign.cut(line, screen.columns() - 1);
    }

    /** As wide as the screen lets it be, whatever stands beside it, so that it does not jump. */
    private String bar(double share) {
        int columns = Math.min(MOST_BAR, screen.columns() / 4);
        if (columns < LEAST_BAR) {
            return "";
        }
        int filled = (int) Math.floor(share * columns);
        return "█".repeat(filled)
                + "░".repeat(columns - filled)
                + String.format(Locale.ROOT, " %3d %%", (int) (share * 100));
    }

    @Override
    public void note(String sentence) {
        out.print(up() + (drawn.isEmpty() ? "" : CLEAR_BELOW));
        out.flush();
        drawn = List.of();
        err.println(sentence);
        err.flush();
        tick(clock.instant());
    }

    @Override
    public void end(FirstSignal signal) {
        report.lines(signal).forEach(line -> out.print(line + "\n"));
        out.flush();
    }
}
