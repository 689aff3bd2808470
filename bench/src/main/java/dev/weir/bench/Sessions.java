package dev.weir.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.function.Consumer;
import picocli.CommandLine.Command;

@Command(
        name = "sessions",
        description = {
            "Measures what live-video sessions cost: the fold alone, how fast their events go in beside the same events"
                    + " stored without a fold, and how long a late capability snapshot takes to reach 1,000 sessions.",
            "The whole is ten million events, half of them without a fold. It takes about five minutes at the default"
                    + " scale, and wants the machine for itself."
        })
final class Sessions extends Benchmark {
    private static final long BYTES_PER_EVENT = 2_500;

    @Override
    long bytes(double scale) {
        return (long) (scale * SessionsBench.EVENTS_AT_FULL_SCALE * BYTES_PER_EVENT);
    }

    @Override
    Report measure(Workplace workplace, double scale, Consumer<String> progress) throws IOException, SQLException {
        return new SessionsBench(workplace, scale, progress).run();
    }
}
