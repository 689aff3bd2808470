package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.bench.SignalsBench.Amounts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How fast something is cannot be tested; that everything is measured can, and each question must be answered as it should. */
class SignalsBenchTest {

    @Test
    void measuresEachGoal() throws Exception {
        List<String> steps = new ArrayList<>();
        JsonNode report;
        try (Workplace workplace = Workplace.create(null, false)) {
            report = JsonMapper.shared()
                    .readTree(new SignalsBench(workplace, new Amounts(2_000, 1, 3, 400), steps::add)
                            .run()
                            .asJson());
        }

        assertThat(report.get("setting").asString()).startsWith("2,000 snapshots of first signals");
        assertThat(report.get("figures"))
                .allSatisfy(figure -> assertThat(figure.get("value").asDouble()).isPositive());
        assertThat(report.get("figures"))
                .filteredOn(figure -> figure.has("goal"))
                .extracting(figure -> figure.get("name").asString())
                .containsExactly(
                        "signalP99",
                        "signalOfBareP50",
                        "signalOfBareP99",
                        "unchangedOfChangedP50",
                        "unchangedOfChangedP99",
                        "matchP99",
                        "matchHttpP99",
                        "streamP95");
        assertThat(steps).startsWith("Starting Weir on a fresh database").hasSize(8);
    }
}
