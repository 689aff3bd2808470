package dev.weir.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.function.Consumer;
import picocli.CommandLine.Command;

@Command(
        name = "live",
        description = {
            "Measures how long it takes from the acknowledgement of an event until a real browser shows it, with 1,000 events"
                    + " a second flowing.",
            "It needs Chromium (WEIR_CHROMIUM, or /usr/bin/chromium), takes about two minutes, and wants the machine for"
                    + " itself."
        })
final class Live extends Benchmark {
    private static final long BYTES_PER_EVENT = 2_000;

    @Override
    long bytes(double scale) {
        return LiveBench.EVENTS * BYTES_PER_EVENT;
    }

    @Override
    Report measure(Workplace workplace, double scale, Consumer<String> progress) throws IOException, SQLException {
        return new LiveBench(workplace, progress).run();
    }
}
