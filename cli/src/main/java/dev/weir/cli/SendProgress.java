package dev.weir.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Locale;

/** How far the sending is: a bar while it goes on in a terminal, one line at the end anywhere else. */
final class SendProgress {
    private static final int WIDTH = 30;

    private final PrintWriter err;
    private final StatusLine status;
    private final Tally tally;
    private final long totalBytes;
    private final long begin = System.nanoTime();
    private long bytesRead;

    /** @param totalBytes 0 if unknown */
    SendProgress(PrintWriter err, Tally tally, long totalBytes) {
        this.err = err;
        this.tally = tally;
        this.totalBytes = totalBytes;
        status = new StatusLine(err);
    }

    InputStream counting(InputStream in) {
        return new FilterInputStream(in) {
            @Override
            public int read(byte[] bytes, int from, int count) throws IOException {
                int read = super.read(bytes, from, count);
                bytesRead += Math.max(read, 0);
                show();
                return read;
            }
        };
    }

    /** Something that stays on the screen, above the bar. */
    void say(String sentence) {
        status.clear();
        err.println(sentence);
    }

    void end() {
        status.clear();
        double seconds = (System.nanoTime() - begin) / 1e9;
        err.println(String.format(
                Locale.ROOT, "Read %s in %.1f s, %s", size(bytesRead), seconds, rate(tally.received(), seconds)));
    }

    private void show() {
        long now = System.nanoTime();
        if (status.isDue(now)) {
            status.show(line(bytesRead, totalBytes, tally.received(), (now - begin) / 1e9), now);
        }
    }

    static String line(long bytes, long totalBytes, long events, double seconds) {
        String counted = size(bytes) + ", " + rate(events, seconds);
        if (totalBytes == 0) {
            return counted;
        }
        int percent = (int) Math.min(100, bytes * 100 / totalBytes);
        int filled = percent * WIDTH / 100;
        return String.format(
                Locale.ROOT, "[%s%s] %3d %%, %s", "#".repeat(filled), "-".repeat(WIDTH - filled), percent, counted);
    }

    private static String size(long bytes) {
        return bytes < 100_000
                ? String.format(Locale.ROOT, "%.1f kB", bytes / 1e3)
                : String.format(Locale.ROOT, "%,.1f MB", bytes / 1e6);
    }

    private static String rate(long events, double seconds) {
        return String.format(
                Locale.ROOT,
                "%,d %s, %,.0f per second",
                events,
                events == 1 ? "event" : "events",
                events / Math.max(seconds, 0.001));
    }
}
