package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.RealServer;
import dev.weir.testkit.db.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ShowTest {
    private static final String AWKWARD = "a/b %2F é😀 \u001b[31m?&+";

    private static TestDatabase database;
    private static RealServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new RealServer(database, 0);
        server.post(Order.failed("ord-1").json());
        server.post(Order.failed(AWKWARD.replace("\u001b", "\\u001b")).json());
        server.post(new Order("twice")
                .event("10:00:00.000", "workflow.started", "")
                .event("10:00:05.000", "workflow.completed", "\"output\":[1]")
                .event("11:00:00.000", "workflow.started", "")
                .event("11:00:07.500", "workflow.cancelled", "")
                .json());
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    private static CommandRun show(String... arguments) {
        List<String> all = new ArrayList<>(List.of("show", "--url", server.url()));
        all.addAll(List.of(arguments));
        return CommandRun.of(all.toArray(String[]::new));
    }

    @Test
    void tellsWhatBecameOfARun() {
        assertThat(show("production/orders/ord-1")).isEqualTo(new CommandRun(0, """
                Failed after 40.0 s in charge card, attempt 2: declined
                processOrder  production/orders/ord-1  run 1
                started 2026-01-31 12:00:00.000, failed 2026-01-31 12:00:40.000 (UTC)

                ✓ validate             10.0 s  |██████████                              |
                ✗ charge card          30.0 s  |          ▓▓▓▓▓▓▓▓▓▓··········▓▓▓▓▓▓▓▓▓▓|
                  ├ attempt 1 failed          10.0 s  no answer  (again after 10.0 s)
                  └ attempt 2 failed          10.0 s  declined

                Error
                  Declined: declined
                      at Pay.java:7

                Input
                  {
                    "amount" : 42
                  }
                """, ""));
    }

    @Test
    void findsAnyIdAndShowsItHarmlessly() {
        CommandRun run = show("production/orders/" + AWKWARD);

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("  production/orders/a/b %2F é😀 \\u001b[31m?&+  run 1\n", "  └ attempt 2 failed")
                .doesNotContain("\u001b");
    }

    @Test
    void showsAnEarlierRunAndTheListOfThem() {
        assertThat(show("production/orders/twice", "--run", "1").out()).isEqualTo("""
                Completed in 5.0 s.
                processOrder  production/orders/twice  run 1
                started 2026-01-31 10:00:00.000, completed 2026-01-31 10:00:05.000 (UTC)

                Output
                  [ 1 ]

                Runs of this id
                → 1  completed  2026-01-31 10:00:00.000  5.0 s
                  2  cancelled  2026-01-31 11:00:00.000  7.5 s
                """);
        assertThat(show("production/orders/twice").out()).startsWith("Cancelled after 7.5 s.\n");
    }

    @Test
    void printsWhatTheServerSaysAsJson() {
        CommandRun run = show("production/orders/ord-1", "--json");

        assertThat(run.code()).isZero();
        assertThat(Api.JSON.readTree(run.out()).path("workflow").path("status").asString())
                .isEqualTo("failed");
    }

    @Test
    void knowsNothingBeforeAnythingWasReceived() {
        CommandRun run = show("production/orders/ord-1", "--at", "2026-01-01T00:00:00Z");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("ord-1");
    }

    @Test
    void answersNoWhereThereIsNoSuchRun() {
        CommandRun run = show("production/orders/nobody");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("nobody").hasLineCount(1);
    }
}
