package dev.weir.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.testkit.db.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class LongestNamesTest {

    /** Whatever may be set fits into every index, also where nothing in it can be compressed. */
    @Test
    void theLongestNamesThatMayBeSetAreTaken() {
        try (TestDatabase database = new TestDatabase();
                TestServer server = new TestServer(database, Map.of("max-name-length", "1300"))) {
            JsonNode answer = server.post(EventText.batch(EventText.of("step.started", name(1))
                            .with("env", name(2))
                            .with("serviceKey", name(3))
                            .with("workflowName", name(4))
                            .with("stepName", name(5))
                            .with("executionId", name(6))))
                    .json();
            assertThat(answer.get("accepted").asInt()).as(answer.toString()).isEqualTo(1);
            JsonNode stages = server.post(EventText.batch(
                            stage("stage_started", 7),
                            stage("stage_completed", 7),
                            stage("stage_started", 8),
                            stage("stage_completed", 8)))
                    .json();
            assertThat(stages.get("accepted").asInt()).as(stages.toString()).isEqualTo(4);
        }
    }

    private static EventText stage(String type, int stage) {
        return EventText.of(type, name(1))
                .with("env", name(2))
                .with("serviceKey", name(3))
                .with("workflowName", name(4))
                .with("workflowStage", name(stage));
    }

    private static String name(int seed) {
        String name = new Random(seed)
                .ints(433, 0x4e00, 0x9fff)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .append('x')
                .toString();
        assertThat(name.getBytes(StandardCharsets.UTF_8)).hasSize(1300);
        return name;
    }
}
