package dev.weir.cli;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** One line per change, for logs, pipes and screens that cannot be drawn on. */
final class WatchLines implements WatchView {
    private static final int KIND_COLUMNS = 11;

    private final PrintWriter out;
    private final PrintWriter err;
    private final WatchReport report;
    private final Clock clock;

    WatchLines(PrintWriter out, PrintWriter err, WatchReport report, Clock clock) {
        this.out = out;
        this.err = err;
        this.report = report;
        this.clock = clock;
    }

    @Override
    public void show(WatchProgress progress) {
        Instant now = clock.instant();
        FirstSignal signal = progress.signal();
        List<String> facts = progress.facts(now);
        out.print(Spans.clock(now) + "  " + Foreign.padded(signal.kind(), KIND_COLUMNS) + "  " + signal.summary()
                + (facts.isEmpty() ? "" : " (" + String.join(", ", facts) + ")") + "\n");
        out.flush();
    }

    @Override
    public void update(WatchProgress progress) {}

    @Override
    public void tick(Instant now) {}

    @Override
    public void note(String sentence) {
        err.println(sentence);
        err.flush();
    }

    @Override
    public void end(FirstSignal signal) {
        report.lines(signal).forEach(line -> out.print(line + "\n"));
        out.flush();
    }
}
