package dev.weir.cli;

import java.io.PrintWriter;
import java.time.Instant;

/** Each change as a line of JSON, as the server tells it; the last line tells of the end. */
final class WatchJson implements WatchView {
    private final PrintWriter out;
    private final PrintWriter err;
    private String printed = "";

    WatchJson(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public void show(WatchProgress progress) {
        print(progress.signal());
    }

    private void print(FirstSignal signal) {
        String line = signal.json().toString();
        if (!line.equals(printed)) {
            printed = line;
            out.print(line + "\n");
            out.flush();
        }
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
        print(signal);
    }
}
