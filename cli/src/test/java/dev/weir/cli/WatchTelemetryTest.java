package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.TelemetryRows.Row;
import dev.weir.server.RealServer;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What watching reports of itself. */
class WatchTelemetryTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    private static TestDatabase database;
    private static RealServer server;
    private static TelemetryRows telemetry;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new RealServer(database, 0);
        telemetry = new TelemetryRows(database);
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    private static CommandRun watch(Map<String, String> environment, String id, String... more) {
        String[] arguments = new String[more.length + 4];
        System.arraycopy(new String[] {"watch", "production/orders/" + id, "--url", server.url()}, 0, arguments, 0, 4);
        System.arraycopy(more, 0, arguments, 4, more.length);
        return CommandRun.of(environment, arguments);
    }

    @Test
    void howLongItTookToShowTheFirstSignal() {
        new LiveRun(server, "shown").starts().completes();

        assertThat(watch(Map.of("TRACEPARENT", "00-" + TRACE + "-" + SPAN + "-01"), "shown")
                        .code())
                .isZero();

        Until.holds(() -> telemetry.of("shown").size() == 3);
        List<Row> rows = telemetry.of("shown");
        assertThat(rows).extracting(Row::type).containsExactly("signal.cache_hit", "signal.rendered", "signal.start");
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.surface()).isEqualTo("cli");
            assertThat(row.device()).isEqualTo("cli");
            assertThat(row.release()).isNotEmpty();
            assertThat(row.traceId()).isEqualTo(TRACE);
            assertThat(row.spanId()).isEqualTo(SPAN);
        });
        Row rendered = rows.get(1);
        assertThat(rendered.cacheHit()).isTrue();
        assertThat(rendered.source()).isEqualTo("snapshot");
        assertThat(rendered.kind()).isEqualTo("succeeded");
        assertThat(rendered.ttfsMs()).isBetween(1, 30_000);
        assertThat(rows.get(2).ttfsMs()).isZero();
        assertThat(telemetry.places("shown")).containsExactly("production/orders");
    }

    @Test
    void thatThereWasNoneInTime() {
        assertThat(watch(Map.of("CI", "true", "TRACEPARENT", "none"), "never", "--timeout", "1s")
                        .code())
                .isEqualTo(1);

        Until.holds(() -> telemetry.of("never").size() == 2);
        assertThat(telemetry.types("never")).containsExactly("signal.start", "signal.timeout");
        assertThat(telemetry.of("never")).allSatisfy(row -> {
            assertThat(row.surface()).isEqualTo("ci");
            assertThat(row.traceId()).isNull();
        });
        assertThat(telemetry.of("never").get(1).ttfsMs()).isGreaterThanOrEqualTo(1_000);
        assertThat(telemetry.places("never")).as("it may be mistyped").containsExactly("default/default");
    }

    @Test
    void thatTheSignalHadToBeMade() throws SQLException {
        new LiveRun(server, "cleared").starts().completes();
        execute("DELETE FROM scheduler.first_signal_snapshots WHERE job_id = '" + TelemetryRows.jobId("cleared") + "'");

        assertThat(watch(Map.of(), "cleared").code()).isZero();

        Until.holds(() -> telemetry.of("cleared").size() == 3);
        List<Row> rows = telemetry.of("cleared");
        assertThat(rows).extracting(Row::type).containsExactly("signal.cold_start", "signal.rendered", "signal.start");
        assertThat(rows.subList(0, 2)).allSatisfy(row -> {
            assertThat(row.cacheHit()).isFalse();
            assertThat(row.source()).isEqualTo("cold_start");
            assertThat(row.kind()).isEqualTo("succeeded");
        });
    }

    /** A server that answers, and cannot say what is wanted: somebody took a table away from it. */
    @Test
    void thatThereWasAnErrorInstead() throws SQLException {
        new LiveRun(server, "refused").starts();
        execute("ALTER TABLE scheduler.first_signal_snapshots RENAME TO taken_away");
        try {
            CommandRun run = watch(Map.of(), "refused");
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).contains(" answered 500 ");
        } finally {
            execute("ALTER TABLE scheduler.taken_away RENAME TO first_signal_snapshots");
        }

        Until.holds(() -> telemetry.types("refused").contains("signal.error"));
        Row error = telemetry.of("refused").get(0);
        assertThat(error.errorCode()).isEqualTo("refused");
        assertThat(error.errorMessage()).contains(" answered 500 ");
        assertThat(error.kind()).isNull();
        assertThat(error.ttfsMs()).isPositive();
        assertThat(telemetry.types("refused")).doesNotContain("signal.rendered");
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void nothingWhereNobodyIsShownASignal() {
        new LiveRun(server, "quiet").starts().completes();

        assertThat(watch(Map.of(), "quiet", "--quiet").code()).isZero();
        assertThat(telemetry.of("quiet")).isEmpty();
    }

    @Test
    void neverInTheWay() {
        long before = System.nanoTime();

        CommandRun run = CommandRun.of("watch", "a/b/c", "--url", "http://127.0.0.1:1");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).hasLineCount(1);
        assertThat(System.nanoTime() - before).isLessThan(20_000_000_000L);
    }
}
