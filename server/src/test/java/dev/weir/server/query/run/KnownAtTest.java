package dev.weir.server.query.run;

import static dev.weir.server.ingest.Answers.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.RunKey;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.EventText;
import dev.weir.core.run.Json;
import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.run.WorkflowStep;
import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.server.access.Scope;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.ManualClock;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.SentEvent;
import dev.weir.testkit.db.TestDatabase;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A run as it was known at a moment, and what late events changed. */
class KnownAtTest {
    private static final Instant START = Instant.parse("2026-06-01T12:00:00Z");
    private static final ManualClock CLOCK = new ManualClock(START);
    private static final DateTimeFormatter MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database, Map.of(), CLOCK);
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    @Test
    void everyMomentIsTheFoldOfWhatHadCome() {
        for (long seed = 1; seed <= 12; seed++) {
            RunKey key = new RunKey(Scope.LOCAL_ORG, "production", "orders", "known-" + seed);
            List<SentEvent> history = new ArrayList<>(RunHistories.sent(seed, key));
            Collections.shuffle(history, new Random(seed));
            List<Instant> moments = new ArrayList<>();
            List<Integer> known = new ArrayList<>();
            for (int from = 0; from < history.size(); from += 7) {
                CLOCK.advance(Duration.ofSeconds(10));
                int to = Math.min(history.size(), from + 7);
                assertThat(server.post(EventJson.batch(history.subList(from, to)))
                                .json()
                                .get("rejected"))
                        .isEmpty();
                moments.add(CLOCK.instant());
                known.add(to);
            }
            for (int i = 0; i < moments.size(); i++) {
                assertKnown(key, history.subList(0, known.get(i)), moments.get(i));
            }
        }
    }

    private static void assertKnown(RunKey key, List<SentEvent> history, Instant at) {
        List<WorkflowEvent> events = history.stream().map(SentEvent::event).toList();
        List<RunState> runs = RunFold.fold(events);
        RunRows expected = RunRows.of(key, runs.get(runs.size() - 1), java.time.Instant.EPOCH, id -> EventText.NONE);
        JsonNode told = server.get("/api/v1/workflows/production/orders/" + key.workflowId() + "?at=" + at)
                .json();
        assertRow(expected.workflow(), told.get("workflow"));
        assertThat(told.get("steps")).hasSize(expected.steps().size());
        for (int i = 0; i < expected.steps().size(); i++) {
            assertRow(expected.steps().get(i), told.get("steps").get(i));
        }
        assertThat(told.get("sleeps")).hasSize(expected.sleeps().size());
        for (int i = 0; i < expected.sleeps().size(); i++) {
            assertRow(expected.sleeps().get(i), told.get("sleeps").get(i));
        }
        assertThat(told.get("runs")).hasSize(runs.size());
        assertThat(Instant.parse(told.get("at").asString())).isEqualTo(at);
        assertThat(Instant.parse(told.get("knownUntil").asString())).isEqualTo(at);
        JsonNode timeline = server.get(
                        "/api/v1/workflows/production/orders/" + key.workflowId() + "/events?limit=1000&at=" + at)
                .json();
        assertThat(timeline.get("items"))
                .hasSize((int) events.stream().map(WorkflowEvent::id).distinct().count());
    }

    /** All columns but those that only the log's texts tell, and when the row was saved. */
    private static void assertRow(Record expected, JsonNode told) {
        for (RecordComponent column : expected.getClass().getRecordComponents()) {
            boolean ofTexts = column.getType() == Json.class
                    || column.getName().equals("errorStack")
                    || column.getName().equals("errorMessage") && expected instanceof WorkflowStep;
            if (!ofTexts && !column.getName().equals("updatedAt")) {
                assertThat(plain(told.get(column.getName())))
                        .as("%s of %s", column.getName(), told)
                        .isEqualTo(plain(value(expected, column)));
            }
        }
    }

    private static Object value(Record row, RecordComponent column) {
        try {
            return column.getAccessor().invoke(row);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String plain(Object value) {
        if (value instanceof JsonNode json) {
            return json.isNull() ? "null" : json.isArray() ? texts(json) : json.asString();
        }
        if (value instanceof Instant at) {
            return MILLIS.format(at);
        }
        return value instanceof Enum<?> constant ? constant.name().toLowerCase(Locale.ROOT) : String.valueOf(value);
    }

    private static String texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(item -> texts.add(item.asString()));
        return texts.toString();
    }

    @Test
    void beforeTheFirstEventNothingWasKnown() {
        post("silent", "workflow.started", "11:00:00");
        String before = CLOCK.instant().minusSeconds(1).toString();
        Answer answer = server.get("/api/v1/workflows/test/svc/silent?at=" + before);
        assertProblem(answer, 404, "unknown_workflow");
        assertThat(answer.json().get("detail").asString()).startsWith("Nothing was known at " + before);
        assertProblem(server.get("/api/v1/workflows/test/svc/silent/events?at=" + before), 404, "unknown_workflow");
    }

    @Test
    void aLateEventIsMarkedAndSaysWhatItChanged() {
        post("late", "step.started", "11:05:00");
        CLOCK.advance(Duration.ofSeconds(5));
        post("late", "workflow.started", "11:00:00");
        JsonNode run = server.get("/api/v1/workflows/test/svc/late").json();
        JsonNode corrected = run.at("/workflow/corrected");
        assertThat(corrected).hasSize(2);
        assertThat(corrected.get(1).toString())
                .isEqualTo(
                        "{\"field\":\"startedAt\",\"from\":\"2026-06-01T11:05:00.000Z\",\"to\":\"2026-06-01T11:00:00.000Z\","
                                + "\"receivedAt\":\""
                                + CLOCK.instant().toString().replace("Z", ".000Z") + "\"}");
        assertThat(run.at("/workflow/inferred")).isEmpty();
        JsonNode events =
                server.get("/api/v1/workflows/test/svc/late/events").json().get("items");
        assertThat(events.get(0).get("type").asString()).isEqualTo("workflow.started");
        assertThat(events.get(0).get("late").asBoolean()).isTrue();
        assertThat(events.get(1).get("late").asBoolean()).isFalse();
        assertThat(events.get(1).get("stepName").asString()).isEqualTo("charge");

        String then = CLOCK.instant().minusSeconds(5).toString();
        JsonNode asKnownThen =
                server.get("/api/v1/workflows/test/svc/late?at=" + then).json();
        assertThat(asKnownThen.at("/workflow/startedAt").asString()).isEqualTo("2026-06-01T11:05:00.000Z");
        assertThat(asKnownThen.at("/workflow/inferred").toString()).isEqualTo("[\"started_at\",\"status\"]");
        assertThat(asKnownThen.at("/workflow/corrected")).isEmpty();
    }

    private static void post(String id, String type, String time) {
        assertThat(server.post(dev.weir.server.ingest.EventText.batch(dev.weir.server.ingest.EventText.of(type, id)
                                .at("2026-06-01T" + time + "Z")
                                .with("stepName", "charge")
                                .with("attempt", 1)))
                        .json()
                        .get("accepted")
                        .asInt())
                .isEqualTo(1);
    }
}
