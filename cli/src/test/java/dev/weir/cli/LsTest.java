package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.RealServer;
import dev.weir.testkit.db.TestDatabase;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class LsTest {
    private static TestDatabase database;
    private static RealServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new RealServer(database, 0);
        server.post(Order.failed("ord-1").json());
        for (int i = 10; i < 40; i++) {
            server.post(new Order("ord-" + i)
                    .event("13:00:%d.000".formatted(i), "workflow.started", "")
                    .event("13:01:%d.250".formatted(i), "workflow.completed", "")
                    .json());
        }
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    private static CommandRun ls(String... arguments) {
        List<String> all = new ArrayList<>(List.of("ls", "--url", server.url()));
        all.addAll(List.of(arguments));
        return CommandRun.of(all.toArray(String[]::new));
    }

    @Test
    void listsWhatIsAskedFor() {
        List<String> lines = ls("--status", "failed", "--env", "production", "--env", "other", "-q", "DECLINED")
                .out()
                .lines()
                .toList();

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).startsWith("STATUS  HEALTH  NAME          ID     ENV         SERVICE  STARTED");
        assertThat(lines.get(1))
                .startsWith("failed          processOrder  ord-1  production  orders   ")
                .endsWith("    40.0 s  charge card: declined");
    }

    @Test
    void sortsAndStopsAtTheLimit() {
        List<String> lines = ls("--limit", "3", "--sort", "started", "--order", "asc")
                .out()
                .lines()
                .toList();

        assertThat(lines).hasSize(4);
        assertThat(lines.get(1)).contains(" ord-1 ");
        assertThat(lines.get(2)).contains(" ord-10 ");
        assertThat(ls().out().lines().count()).isEqualTo(32);
    }

    @Test
    void followsCursors() {
        List<JsonNode> found =
                new Api(URI.create(server.url()), Optional.empty()).items("/api/v1/workflows", List.of(), 30, 7);

        assertThat(found)
                .extracting(run -> run.path("workflowId").asString())
                .hasSize(30)
                .doesNotHaveDuplicates()
                .startsWith("ord-39", "ord-38")
                .endsWith("ord-10");
    }

    @Test
    void printsJson() {
        CommandRun run = ls("--json", "--name", "processOrder", "--service", "orders", "--limit", "5");

        assertThat(Api.JSON.readTree(run.out())).hasSize(5);
        assertThat(ls("--json", "--env", "nowhere").out()).isEqualTo("[ ]\n");
    }

    @Test
    void saysWhenThereIsNothing() {
        assertThat(ls("--env", "nowhere"))
                .isEqualTo(new CommandRun(0, "", "There is no such run." + System.lineSeparator()));
    }

    @Test
    void passesOnWhatTheServerDoesNotUnderstand() {
        CommandRun run = ls("--status", "flying");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("'status' must be one of").hasLineCount(1);
    }
}
