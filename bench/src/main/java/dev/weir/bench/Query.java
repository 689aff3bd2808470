package dev.weir.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.function.Consumer;
import picocli.CommandLine.Command;

@Command(
        name = "query",
        description = {
            "Measures how fast lists, searches and counts are answered, on a few runs and then on many, beside the"
                    + " specification's own SQL on its own table.",
            "The whole is three million runs. It takes about fifteen minutes at full scale, and wants the machine for itself."
        })
final class Query extends Benchmark {
    private static final long BYTES_PER_RUN = 6_000;

    @Override
    long bytes(double scale) {
        return (long) (scale * QueryBench.RUNS_AT_FULL_SCALE * BYTES_PER_RUN);
    }

    @Override
    Report measure(Workplace workplace, double scale, Consumer<String> progress) throws IOException, SQLException {
        return new QueryBench(workplace, scale, progress).run();
    }
}
