package dev.weir.server.sql;

import static dev.weir.core.event.EventType.RETRY_SCHEDULED;
import static dev.weir.core.event.EventType.SLEEP_STARTED;
import static dev.weir.core.event.EventType.STEP_COMPLETED;
import static dev.weir.core.event.EventType.STEP_FAILED;
import static dev.weir.core.event.EventType.STEP_STARTED;
import static dev.weir.core.event.EventType.TIMEOUT_SET;
import static dev.weir.core.event.EventType.WORKFLOW_COMPLETED;
import static dev.weir.core.event.EventType.WORKFLOW_FAILED;
import static dev.weir.core.event.EventType.WORKFLOW_PAUSED;
import static dev.weir.core.event.EventType.WORKFLOW_STARTED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.EventError;
import dev.weir.core.event.Ids;
import dev.weir.server.access.Scope;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.Seeds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The relations that people query show, column by column, what the pure fold makes of the same events. */
class ViewsAgreeWithFoldTest {
    private static final long END_OF_9999 = micros("9999-12-31T23:59:59.999999Z");

    private static EventServer server;

    @BeforeAll
    static void start() {
        server = new EventServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void forAnyTrafficInAnyOrder() {
        Seeds.each(30, 1000, seed -> {
            List<Told> events = RunHistories.traffic(seed, Scope.LOCAL_ORG, 10).stream()
                    .map(Told::of)
                    .toList();
            List<Told> arriving = new ArrayList<>(events);
            if (seed % 2 == 0) {
                Collections.shuffle(arriving, new Random(seed));
            }
            server.send(arriving);
            assertShown(events, "LIKE 'workflow-" + Long.toString(seed, 36) + "-%'");
        });
    }

    @Test
    void forARunThatOutgrowsItsRowWhileItGrowsAndWhenItIsFoldedAgain() {
        Story story = WideRun.tell("wide", 200, 100, 100);
        List<Told> told = new ArrayList<>();
        for (List<Told> batch : story.batchesOf(150)) {
            server.send(batch);
            told.addAll(batch);
            assertShown(told, "= 'wide'");
        }
        assertThat(story.folded().attempts).hasSize(300);

        Story backwards = WideRun.tell("wide backwards", 200, 100, 100);
        List<Told> reversed = new ArrayList<>(backwards.told());
        Collections.reverse(reversed);
        server.send(reversed);
        assertShown(reversed, "= 'wide backwards'");
    }

    /** What is shown of a step depends on its attempts, which are stored elsewhere. */
    @Test
    void forAnAttemptThatIsHeardOfAfterItsStepBeyondTheRowCompleted() {
        Story story = WideRun.tell("late attempt", 200, 0, 0);
        story.tell(STEP_FAILED, draft -> draft.step("step 80").attempt(2).willRetry(true));
        story.atOnce(STEP_STARTED, draft -> draft.step("step 80").attempt(2));
        story.batchesOf(400, 2).forEach(server::send);
        assertShown(story.told(), "= 'late attempt'");
    }

    /** And of an attempt, how its step numbers them. */
    @Test
    void forAttemptsBeyondTheRowThatTurnOutToCountFromZero() {
        Story story = WideRun.tell("from zero", 200, 0, 0);
        story.tell(STEP_STARTED, draft -> draft.step("step 70").attempt(0));
        story.batchesOf(400, 1).forEach(server::send);
        assertShown(story.told(), "= 'from zero'");
    }

    @Test
    void forEverySortOfValue() {
        for (String value : List.of(
                "false",
                "0",
                "\"\"",
                "[]",
                "{}",
                "[1,[null,{\"a\":\"\\u00e9\"}]]",
                "1e400",
                "123456789012345678901234567890.5",
                "{\"a\":1,\"a\":2}",
                "\"\uD83D\uDCE8 \\\\ \\\" 'quoted' $1\"")) {
            Story story = new Story("value " + value);
            story.tell(WORKFLOW_STARTED, draft -> {}, value);
            story.tell(STEP_STARTED, draft -> draft.step("one").attempt(1));
            story.tell(STEP_COMPLETED, draft -> draft.step("one").attempt(1).durationMs(1L), value);
            story.tell(WORKFLOW_COMPLETED, draft -> draft.durationMs(2L), value);
            server.send(story.told());
            assertShown(story.told(), "= '" + ("value " + value).replace("'", "''") + "'");
        }
    }

    @Test
    void forEnormousNumbersAndDistantTimes() {
        Story story = new Story("enormous");
        story.tell(WORKFLOW_STARTED, draft -> draft.at(0));
        story.tell(
                TIMEOUT_SET,
                draft -> draft.step("s").timeoutMs(10_000_000_000_000L).deadline(END_OF_9999));
        story.tell(STEP_STARTED, draft -> draft.step("s").attempt(999_999).maxAttempts(1_000_000));
        story.tell(
                STEP_FAILED, draft -> draft.step("s").attempt(999_999).error(error("refused")), null, "at\n\tline 1");
        story.tell(
                RETRY_SCHEDULED,
                draft -> draft.step("s")
                        .attempt(999_999)
                        .delayMs(10_000_000_000_000L)
                        .nextAttemptAt(END_OF_9999));
        story.tell(SLEEP_STARTED, draft -> draft.durationMs(9_999_999_999_999L));
        story.tell(SLEEP_STARTED, draft -> draft.resumeAt(END_OF_9999));
        story.tell(WORKFLOW_PAUSED, draft -> draft.reason("sleep").resumeAt(END_OF_9999));
        server.send(story.told());
        assertShown(story.told(), "= 'enormous'");
    }

    @Test
    void forNamesOfAnyLetters() {
        String longest = "\uD83D\uDCE8".repeat(250);
        Story story = new Story("a/b%2F 'c' \"d\" \\ \uD83D\uDCE8", "pré/prod", "sérvice %", "naïve ✈ workflow");
        story.tell(WORKFLOW_STARTED, draft -> draft.executionId("é"));
        for (String step : List.of(longest, "Å", "A\u030A", "$1", "50%", "say \"thanks\"", "tab\tand\nline", "\\")) {
            story.tell(STEP_STARTED, draft -> draft.step(step).attempt(1));
            story.tell(STEP_COMPLETED, draft -> draft.step(step).attempt(1), "\"of " + step.length() + "\"");
        }
        story.tell(
                WORKFLOW_FAILED,
                draft -> draft.error(error("bréak; DROP TABLE runs --"))
                        .completedSteps(List.of("Å", "{odd,\"array\"}", "NULL", "")),
                null,
                "stàck");
        server.send(story.told());
        assertShown(story.told(), "LIKE 'a/b\\%2F%'");
        assertThat(server.query("SELECT completed_steps FROM workflows WHERE workflow_id LIKE 'a/b\\%2F%'"))
                .isEqualTo(List.of(story.folded().workflows.get(0).only("completed_steps")));
    }

    @Test
    void everyStoredEventIsInTheLogOnceAndAsItWasSent() {
        Story story = new Story("logged");
        story.tell(WORKFLOW_STARTED, draft -> {}, "{ \"spaces\" :  [1.50, 1e2] }");
        story.tell(STEP_STARTED, draft -> draft.step("one"));
        List<String> sent =
                new ArrayList<>(story.told().stream().map(Told::json).toList());
        String unknown = """
                {"eventId":"odd-%s","type":"invoice.printed", "timestamp":"2025-05-05T05:05:05.123456789Z",\
                "env":"test","serviceKey":"logged","more":{"x":[]}%s}""";
        sent.add(unknown.formatted("1", ",\"workflowId\":\"logged\",\"workflowName\":\"other name\""));
        sent.add(unknown.formatted("2", ""));

        assertThat(server.sendBatch(sent))
                .isEqualTo("{\"received\":4,\"accepted\":2,\"duplicates\":0,\"ignored\":2,\"rejected\":[]}");
        assertThat(server.sendBatch(sent))
                .isEqualTo("{\"received\":4,\"accepted\":0,\"duplicates\":4,\"ignored\":0,\"rejected\":[]}");

        List<Row> expected = new ArrayList<>();
        story.told().forEach(told -> expected.add(logged(told)));
        Row odd = new Row()
                .with("id", Ids.ofEvent("odd-1"))
                .with("event_type", "invoice.printed")
                .with("workflow_id", "logged")
                .with("workflow_name", "other name")
                .with("env", "test")
                .with("service_key", "logged")
                .with("event_timestamp", Instant.parse("2025-05-05T05:05:05.123456Z"))
                .with("run_id", story.key().id())
                .with("text", sent.get(2))
                .with("processed", true)
                .with("processing_error", null)
                .with("mended", false);
        expected.add(odd);
        expected.add(new Row()
                .with("id", Ids.ofEvent("odd-2"))
                .with("event_type", "invoice.printed")
                .with("workflow_id", null)
                .with("workflow_name", null)
                .with("env", "test")
                .with("service_key", "logged")
                .with("event_timestamp", Instant.parse("2025-05-05T05:05:05.123456Z"))
                .with("run_id", null)
                .with("text", sent.get(3))
                .with("processed", true)
                .with("processing_error", null)
                .with("mended", false));
        Row.assertSame("events", logged("service_key = 'logged'"), expected);
    }

    @Test
    void servicesAreListedWithTheirEnvironmentsAndLatestEvent() {
        Story first = new Story("w1", "staging", "listed", "order");
        first.tell(WORKFLOW_STARTED, draft -> draft.at(micros("2025-03-01T00:00:00.000001Z")));
        Story second = new Story("w2", "production", "listed", "order");
        second.tell(WORKFLOW_STARTED, draft -> draft.at(micros("2025-02-01T00:00:00.000002Z")));
        server.send(first.told());
        server.send(second.told());
        server.execute(
                "INSERT INTO service_descriptions SELECT org, 'listed', 'Listed', 'Of us all' FROM organisations");

        assertThat(server.query("""
                SELECT service_key, display_name, description, environments, last_event_at
                FROM services WHERE service_key = 'listed'"""))
                .isEqualTo(List.of(new Row()
                        .with("service_key", "listed")
                        .with("display_name", "Listed")
                        .with("description", "Of us all")
                        .with("environments", List.of("production", "staging"))
                        .with("last_event_at", Instant.parse("2025-03-01T00:00:00.000001Z"))));
    }

    /** By which the views find an event in the log. */
    @Test
    void theMonthOfAnIdIsTheSameInSqlAsInJava() {
        Random random = new Random(9);
        List<UUID> ids = new ArrayList<>();
        for (String at : List.of(
                "1970-01-01T00:00:00Z",
                "2019-12-31T23:59:59.999Z",
                "2020-01-01T00:00:00Z",
                "2024-02-29T23:59:59.999Z",
                "2024-03-01T00:00:00Z",
                "2099-12-31T23:59:59.999Z",
                "2100-01-01T00:00:00Z",
                "2500-07-01T00:00:00Z")) {
            long ms = Instant.parse(at).toEpochMilli();
            ids.add(new UUID(ms << 16 | 0x7000, 0x8000_0000_0000_0000L | random.nextLong() >>> 2));
            ids.add(new UUID(ms << 16 | 0x7fff, random.nextLong()));
            ids.add(new UUID(ms << 16 | 0x4000, 0x8000_0000_0000_0000L));
        }
        for (UUID id : ids) {
            assertThat(server.query("SELECT id_month('" + id + "') AS month"))
                    .as(id.toString())
                    .isEqualTo(List.of(new Row().with("month", Ids.monthOf(id))));
        }
    }

    private static EventError error(String message) {
        return new EventError(message, null, null, null);
    }

    private static long micros(String at) {
        Instant instant = Instant.parse(at);
        return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000;
    }

    private static void assertShown(List<Told> told, String workflowIds) {
        Folded folded = Folded.of(told);
        String those = " WHERE workflow_id " + workflowIds;
        assertSame("SELECT * FROM workflows" + those, folded.workflows, "updated_at");
        assertSame("SELECT * FROM workflow_steps" + those, folded.steps, "updated_at");
        assertSame("SELECT * FROM step_attempts" + those, folded.attempts, "");
        assertSame("SELECT * FROM workflow_sleeps" + those, folded.sleeps, "");
        Row.assertSame(
                "events",
                logged("workflow_id " + workflowIds),
                told.stream().map(ViewsAgreeWithFoldTest::logged).toList());
    }

    private static void assertSame(String sql, List<Row> expected, String otherColumn) {
        List<Row> shown = server.query(sql).stream()
                .map(row -> {
                    assertThat(row.get(otherColumn) == null)
                            .as(otherColumn + " is null")
                            .isEqualTo(otherColumn.isEmpty());
                    return row.without(otherColumn);
                })
                .toList();
        Row.assertSame(sql, shown, expected);
    }

    private static List<Row> logged(String where) {
        return server
                .query(
                        "SELECT *, payload::text AS text, processed_at = received_at AS at_once FROM workflow_events WHERE "
                                + where)
                .stream()
                .map(row -> {
                    assertThat(row.only("at_once")).isEqualTo(new Row().with("at_once", true));
                    assertThat(row.get("batch")).isNotNull();
                    return row.only(
                            "id",
                            "event_type",
                            "workflow_id",
                            "workflow_name",
                            "env",
                            "service_key",
                            "event_timestamp",
                            "run_id",
                            "text",
                            "processed",
                            "processing_error",
                            "mended");
                })
                .toList();
    }

    private static Row logged(Told told) {
        var event = told.sent().event();
        var key = told.sent().key();
        return new Row()
                .with("id", event.id())
                .with("event_type", event.type().wireName())
                .with("workflow_id", key.workflowId())
                .with("workflow_name", event.workflowName())
                .with("env", key.env())
                .with("service_key", key.serviceKey())
                .with("event_timestamp", dev.weir.core.run.RunRows.instant(event.at()))
                .with("run_id", key.id())
                .with("text", told.json())
                .with("processed", true)
                .with("processing_error", null)
                .with("mended", false);
    }
}
