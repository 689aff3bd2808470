package dev.weir.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.function.Consumer;
import picocli.CommandLine.Command;

@Command(
        name = "stages",
        description = {
            "Measures how fast questions about stages are answered, beside the stage document's own SQL in DuckDB on Parquet"
                    + " of the same events, and how fast an XES file goes in.",
            "The whole is ten million events of stages and as many of steps. A tenth of it takes about eight minutes on two"
                    + " processors. It wants the machine for itself."
        })
final class Stages extends Benchmark {
    private static final long BYTES_PER_EVENT = 2_500;

    @Override
    long bytes(double scale) {
        return (long) (scale * StagesBench.EVENTS_AT_FULL_SCALE * BYTES_PER_EVENT);
    }

    @Override
    Report measure(Workplace workplace, double scale, Consumer<String> progress) throws IOException, SQLException {
        return new StagesBench(workplace, scale, progress).run();
    }
}
