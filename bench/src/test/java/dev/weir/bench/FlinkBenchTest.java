package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.bench.FlinkBench.Amounts;
import dev.weir.flink.FoldJob;
import dev.weir.flink.cluster.ClassPath;
import dev.weir.flink.cluster.LocalCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How fast something is cannot be tested; that everything is measured can: a turn ends only when every row is there. */
class FlinkBenchTest {
    private static final Path FLINK = Path.of("../flink");

    @Test
    void measuresEachGoal() throws Exception {
        assumeTrue(
                Boolean.getBoolean("weir.long"),
                "only in the long form: a cluster of processes takes its time to start");
        List<String> steps = new ArrayList<>();
        JsonNode report;
        try (Workplace workplace = Workplace.create(null, false)) {
            LocalCluster local = new LocalCluster(
                    workplace.directory().resolve("cluster"),
                    ClassPath.read(FLINK.resolve("broker/target/class.path")),
                    ClassPath.read(FLINK.resolve("cluster/target/class.path")),
                    ClassPath.read(FLINK.resolve("target/class.path")).with(ClassPath.holding(FoldJob.class)));
            report = JsonMapper.shared()
                    .readTree(new FlinkBench(workplace, local, new Amounts(400, 400, 1, 2), steps::add)
                            .run()
                            .asJson());
        }

        assertThat(report.get("figures"))
                .allSatisfy(figure -> assertThat(figure.get("value").asDouble()).isPositive());
        assertThat(report.get("figures"))
                .filteredOn(figure -> figure.has("goal"))
                .extracting(figure -> figure.get("name").asString())
                .containsExactly("ofIdentity", "rowP95");
        assertThat(steps)
                .startsWith("Starting a broker, a cluster and a fresh database")
                .hasSize(7);
    }
}
