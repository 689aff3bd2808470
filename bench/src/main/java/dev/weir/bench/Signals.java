package dev.weir.bench;

import dev.weir.bench.SignalsBench.Amounts;
import java.io.IOException;
import java.sql.SQLException;
import java.util.function.Consumer;
import picocli.CommandLine.Command;

@Command(
        name = "signals",
        description = {
            "Measures first signals: how fast they are answered beside a bare SELECT by key through the same HTTP, how soon an"
                    + " event changes one on the stream, and how fast a failure is matched against 10,000 signatures.",
            "The whole is one million snapshots. It takes about four minutes at the default scale, and wants the machine for"
                    + " itself."
        })
final class Signals extends Benchmark {
    private static final long BYTES_PER_RUN = 3_500;
    private static final long BYTES_PER_EVENT = 2_000;

    @Override
    long bytes(double scale) {
        return (long) (scale * SignalsBench.SNAPSHOTS_AT_FULL_SCALE * BYTES_PER_RUN)
                + StreamedSignals.events(Amounts.of(scale)) * BYTES_PER_EVENT;
    }

    @Override
    Report measure(Workplace workplace, double scale, Consumer<String> progress) throws IOException, SQLException {
        return new SignalsBench(workplace, Amounts.of(scale), progress).run();
    }
}
