package dev.weir.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.function.Consumer;
import picocli.CommandLine.Command;

@Command(
        name = "ingest",
        description = {
            "Measures how fast events go in, each figure beside its reference, on a fresh database of its own.",
            "The whole is ten million events. It takes about three minutes at the default scale, and wants the machine for"
                    + " itself."
        })
final class Ingest extends Benchmark {
    private static final long BYTES_PER_EVENT = 2_000;

    @Override
    long bytes(double scale) {
        return (long) (scale * IngestBench.EVENTS_AT_FULL_SCALE * BYTES_PER_EVENT);
    }

    @Override
    Report measure(Workplace workplace, double scale, Consumer<String> progress) throws IOException, SQLException {
        return new IngestBench(workplace, scale, progress).run();
    }
}
