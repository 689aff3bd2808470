package dev.weir.bench;

import dev.weir.bench.FlinkBench.Amounts;
import dev.weir.flink.cluster.LocalCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.function.Consumer;
import picocli.CommandLine.Command;

@Command(
        name = "flink",
        description = {
            "Measures the Flink job: how fast events go from Kafka into rows beside the same job with identity in place of the"
                    + " folds, how soon an event shows in its row, and two TaskManagers beside one.",
            "The whole is ten million events. It takes about six minutes at the default scale, and wants the machine for"
                    + " itself."
        })
final class Flink extends Benchmark {
    private static final long BYTES_PER_EVENT = 2_500;

    @Override
    long bytes(double scale) {
        return (long) (scale * FlinkBench.EVENTS_AT_FULL_SCALE * BYTES_PER_EVENT);
    }

    @Override
    Report measure(Workplace workplace, double scale, Consumer<String> progress) throws IOException, SQLException {
        String jars = System.getProperty("weir.flink.jars");
        if (jars == null) {
            throw new IOException("The launcher has to say where the job's jars are: start it with weir bench flink.");
        }
        LocalCluster local = LocalCluster.of(workplace.directory().resolve("cluster"), Path.of(jars));
        return new FlinkBench(workplace, local, Amounts.of(scale), progress).run();
    }
}
