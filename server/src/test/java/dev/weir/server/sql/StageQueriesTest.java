package dev.weir.server.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunRows;
import dev.weir.core.stage.CycleTime;
import dev.weir.core.stage.StageFold;
import dev.weir.core.stage.StageInFlight;
import dev.weir.core.stage.StageRow;
import dev.weir.core.stage.StageRows;
import dev.weir.core.stage.StageSla;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.testkit.SentStage;
import dev.weir.testkit.StageHistories;
import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Both queries of the stage document, unchanged, in PostgreSQL, in the database they were written for, and by the fold. */
class StageQueriesTest {
    private static final int WORKFLOWS = 300;

    private static final List<SentStage> SENT = new ArrayList<>();
    private static final List<StageRow> ROWS = new ArrayList<>();
    private static TestDatabase database;
    private static TestServer server;
    private static DuckDb duck;

    @BeforeAll
    static void start() throws SQLException {
        for (int seed = 0; seed < WORKFLOWS; seed++) {
            RunKey key = new RunKey(Scope.LOCAL_ORG, seed % 3 == 0 ? "test" : "production", "studio", "title-" + seed);
            List<SentStage> history = SentStage.of(key, StageHistories.history(seed));
            SENT.addAll(history);
            ROWS.addAll(StageRows.of(
                    key, StageFold.fold(history.stream().map(SentStage::event).toList()), false));
        }
        Collections.shuffle(SENT, new Random(4));
        database = new TestDatabase();
        server = new TestServer(database);
        duck = new DuckDb(SENT);
        String accepted = "{\"received\":%1$d,\"accepted\":%1$d,\"duplicates\":0,\"ignored\":0,\"rejected\":[]}";
        assertThat(server.post(SENT.stream().map(SentStage::json).collect(Collectors.joining(",", "[", "]")))
                        .response()
                        .body())
                .isEqualTo(accepted.formatted(SENT.size()));
    }

    @AfterAll
    static void stop() throws SQLException {
        duck.close();
        server.close();
        database.close();
    }

    @Test
    void theSkeletonAgrees() throws SQLException {
        Map<Object, Map<String, Object>> here = byStage(postgres("skeleton"));
        Map<Object, Map<String, Object>> there = byStage(duck.query(text("skeleton")));
        assertThat(here).isEqualTo(there);
        Map<String, List<StageRow>> stages = ROWS.stream().collect(Collectors.groupingBy(StageRow::workflowStage));
        assertThat(here.keySet()).hasSize(5).isEqualTo(stages.keySet());
        stages.forEach((stage, rows) -> {
            Map<String, Object> answer = here.get(stage);
            CycleTime time = CycleTime.of(rows);
            assertThat(answer.get("n")).isEqualTo((double) time.firstPass().n());
            assertThat((Double) answer.get("p50_hours"))
                    .isCloseTo(hours(time.firstPass().p50Ms()), within(0.00501));
            assertThat((Double) answer.get("p90_hours"))
                    .isCloseTo(hours(time.firstPass().p90Ms()), within(0.00501));
            assertThat((Double) answer.get("miss_rate"))
                    .isCloseTo(StageSla.of(rows, Instant.EPOCH).missRate(), within(0.0000501));
        });
    }

    @Test
    void whatIsInFlightAgrees() throws SQLException {
        assertThat(byStageAndWorkflow(postgres("in-flight")))
                .isEqualTo(byStageAndWorkflow(duck.query(text("in-flight"))));
        assertThat(postgres("in-flight").stream()
                        .map(row -> List.of(row.get("workflow_id"), row.get("workflow_stage"), row.get("started_at"))))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(StageInFlight.neverCompleted(ROWS, Instant.EPOCH).stream()
                        .map(open -> List.<Object>of(
                                open.stage().workflowId(),
                                open.stage().workflowStage(),
                                LocalDateTime.ofInstant(open.since(), ZoneOffset.UTC)))
                        .toList());
    }

    @Test
    void theApiAgrees() throws SQLException {
        Map<Object, Map<String, Object>> rows = byStage(postgres("skeleton"));
        JsonNode times = server.get("/api/v1/stages/cycle-time").json().get("items");
        JsonNode slas = server.get("/api/v1/stages/sla").json().get("items");
        assertThat(times).hasSameSizeAs(rows.keySet());
        for (int i = 0; i < times.size(); i++) {
            Map<String, Object> row = rows.get(times.get(i).get("workflowStage").asString());
            JsonNode first = times.get(i).get("firstPass");
            assertThat(first.get("n").asDouble()).isEqualTo(row.get("n"));
            assertThat(first.get("p50Ms").asDouble() / 3_600_000)
                    .isCloseTo((Double) row.get("p50_hours"), within(0.00501));
            assertThat(first.get("p90Ms").asDouble() / 3_600_000)
                    .isCloseTo((Double) row.get("p90_hours"), within(0.00501));
            assertThat(slas.get(i).get("missRate").asDouble())
                    .isCloseTo((Double) row.get("miss_rate"), within(0.0000501));
        }
        List<List<Object>> open = new ArrayList<>();
        server.get("/api/v1/stages/in-flight?meaning=never-completed&limit=1000")
                .json()
                .get("items")
                .forEach(item -> open.add(List.of(
                        item.get("workflowId").asString(),
                        item.get("workflowStage").asString())));
        assertThat(open)
                .containsExactlyInAnyOrderElementsOf(postgres("in-flight").stream()
                        .map(row -> List.of(row.get("workflow_id"), row.get("workflow_stage")))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T12:00:00Z, 2026-01-31T12:00:00",
        "2026-01-31t12:00z, 2026-01-31T12:00:00",
        "'2026-01-31T12:00:00,123456999+05:30', 2026-01-31T06:30:00.123456",
        "2026-01-31T12:00:00.1-0830, 2026-01-31T20:30:00.1",
        "2026-01-31T12:00:00+18, 2026-01-30T18:00:00",
        "2024-02-29T23:59:59.999999999Z, 2024-02-29T23:59:59.999999",
        "9999-12-31T23:59:59Z, 9999-12-31T23:59:59",
        "2026-02-31T00:00:00Z, 2026-03-03T00:00:00",
        "2026-13-01T00:00:00Z,",
        "soon,",
    })
    void aTimeIsReadAsItWasTaken(String told, String expected) throws SQLException {
        assertThat(postgresRows("SELECT told_time('" + told + "') AT TIME ZONE 'UTC' AS t")
                        .get(0)
                        .get("t"))
                .isEqualTo(expected == null ? null : LocalDateTime.parse(expected));
    }

    @ParameterizedTest
    @CsvSource({"2.5,0", "-2.5,0", "2.675,2", "0.125,2", "-0.125,2", "1e15,3", "0.49999999999999994,0", "12345.678,-2"})
    void roundsAsTheOtherDialectDoes(String value, int places) throws SQLException {
        String sql = "SELECT round(" + value + "::double precision, " + places + ") AS r";
        assertThat(postgresRows(sql)).isEqualTo(duck.query(sql));
    }

    @Test
    void theViewTellsWhatWasSent() throws SQLException {
        assertThat(postgresRows("""
                SELECT workflow_id, workflow_stage, event_type, event_timestamp AT TIME ZONE 'UTC' AS at,
                       sla_due_timestamp AT TIME ZONE 'UTC' AS due, env, service_key, workflow_name FROM media_workflow_events
                """).stream().map(row -> new ArrayList<>(row.values())))
                .containsExactlyInAnyOrderElementsOf(SENT.stream()
                        .map(sent -> {
                            List<Object> values = new ArrayList<>();
                            values.add(LocalDateTime.ofInstant(
                                    RunRows.instant(sent.event().at()), ZoneOffset.UTC));
                            values.add(
                                    sent.event().slaDue() == null
                                            ? null
                                            : LocalDateTime.ofInstant(
                                                    RunRows.instant(sent.event().slaDue()), ZoneOffset.UTC));
                            values.add(sent.key().env());
                            values.add(sent.event().type().wireName());
                            values.add(sent.key().serviceKey());
                            values.add(sent.key().workflowId());
                            values.add(sent.event().workflowName());
                            values.add(sent.event().stage());
                            return new ArrayList<>(values);
                        })
                        .toList());
    }

    private static double hours(Double ms) {
        return Objects.requireNonNull(ms) / 3_600_000;
    }

    private static Map<Object, Map<String, Object>> byStage(List<Map<String, Object>> rows) {
        return rows.stream().collect(Collectors.toMap(row -> row.get("workflow_stage"), row -> row));
    }

    private static Map<Object, Map<String, Object>> byStageAndWorkflow(List<Map<String, Object>> rows) {
        return rows.stream()
                .collect(Collectors.toMap(
                        row -> List.of(row.get("workflow_id"), row.get("workflow_stage")), row -> row));
    }

    private static List<Map<String, Object>> postgres(String query) throws SQLException {
        return postgresRows(text(query));
    }

    private static List<Map<String, Object>> postgresRows(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement utc = connection.createStatement()) {
            utc.execute("SET timezone TO 'UTC'"); // as every session of Weir's is
            return DuckDb.query(connection, sql);
        }
    }

    private static String text(String query) {
        try (InputStream file = StageQueriesTest.class.getResourceAsStream("/stage-sql/" + query + ".sql")) {
            return new String(Objects.requireNonNull(file, query).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
