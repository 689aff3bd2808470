package dev.weir.cli;

import java.io.PrintWriter;

/** One line that keeps changing on a terminal, and nothing where the output goes into a file. */
final class StatusLine {
    private static final long NANOS_BETWEEN = 100_000_000;

    private final PrintWriter err;
    private final boolean terminal;
    private long lastShown;
    private int lastLength;

    /** The launcher knows whether standard error is a terminal. */
    StatusLine(PrintWriter err) {
        this(err, Boolean.getBoolean("weir.terminal"));
    }

    StatusLine(PrintWriter err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
    }

    /** True if a new text would be shown now: not more often than eyes can follow. */
    boolean isDue(long nanoTime) {
        return terminal && (lastLength == 0 || nanoTime - lastShown >= NANOS_BETWEEN);
    }

    void show(String text, long nanoTime) {
        if (isDue(nanoTime)) {
            lastShown = nanoTime;
            err.print("\r" + text + " ".repeat(Math.max(0, lastLength - text.length())));
            err.flush();
            lastLength = text.length();
        }
    }

    void clear() {
        if (lastLength > 0) {
            err.print("\r" + " ".repeat(lastLength) + "\r");
            err.flush();
            lastLength = 0;
        }
    }
}
