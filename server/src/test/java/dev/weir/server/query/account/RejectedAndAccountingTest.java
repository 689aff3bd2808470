package dev.weir.server.query.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.ingest.EventText;
import dev.weir.testkit.db.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What became of everything that was sent. */
class RejectedAndAccountingTest {
    private static final EventText BAD = EventText.of("step.started", "w").with("eventId", "bad");

    @Test
    void everythingThatWasSentIsAccountedFor() {
        try (TestDatabase database = new TestDatabase();
                TestServer server = new TestServer(database, Map.of("parked-bytes-per-day", "10000"))) {
            sumsPerSource(server);
            theSameContentIsKeptOnce(server);
            oldestComeLastPageByPage(server);
            whatCameAgainComesFirst(server);
            onlyOfWhatIsAskedFor(server);
            oneByItsNumber(server);
            onlySoMuchADay(server);
        }
    }

    /** Beside as many good ones, as the machine may be busy; parked one by one they take many times as long. */
    @Test
    void manyBadEventsTakeLittleTime() {
        try (TestDatabase database = new TestDatabase();
                TestServer server = new TestServer(database)) {
            long bad = Long.MAX_VALUE;
            long good = Long.MAX_VALUE;
            for (int turn = 0; turn < 3; turn++) {
                String badOnes = many("step.started");
                String goodOnes = many("workflow.started");
                bad = Math.min(
                        bad,
                        nanos(() -> assertThat(server.post(badOnes).json().get("rejected"))
                                .hasSize(10_000)));
                good = Math.min(
                        good,
                        nanos(() -> assertThat(server.post(goodOnes).json().get("rejected"))
                                .isEmpty()));
            }
            assertThat((double) bad / good).isLessThan(3);
            assertThat(server.get("/api/v1/accounting?limit=1000")
                            .json()
                            .at("/items/0/rejected")
                            .asInt())
                    .isEqualTo(30);
        }
    }

    private static String many(String type) {
        List<Object> events = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            events.add(EventText.of(type, "w" + i).with("serviceKey", "s" + i % 1_000));
        }
        return EventText.batch(events);
    }

    private static long nanos(Runnable work) {
        long started = System.nanoTime();
        work.run();
        return System.nanoTime() - started;
    }

    /** Its content is the same, but a limit was changed in between. */
    @Test
    void anEventThatFailsForAnotherReasonShowsTheLast() {
        String event = EventText.of("step.started", "w").with("eventId", "e").toString();
        try (TestDatabase database = new TestDatabase()) {
            try (TestServer server = new TestServer(database)) {
                server.post(EventText.batch(event, event));
            }
            try (TestServer server = new TestServer(database, Map.of("max-event-bytes", "50"))) {
                server.post(EventText.batch(event));
                JsonNode items = server.get("/api/v1/rejected").json().get("items");
                assertThat(items).hasSize(1);
                assertThat(items.at("/0/times").asInt()).isEqualTo(3);
                assertThat(items.at("/0/code").asString()).isEqualTo("too_large");
                assertThat(items.at("/0/field").isNull()).isTrue();
                assertThat(items.at("/0/message").asString()).endsWith("the limit is 50.");
            }
        }
    }

    /** The cut falls into the middle of a character that Java counts as two. */
    @Test
    void whatIsKeptOfALongEventIsWholeCharacters() {
        try (TestDatabase database = new TestDatabase();
                TestServer server = new TestServer(database)) {
            String event = "\"" + "\ud83d\ude00".repeat(600_000) + "\"";
            assertThat(server.post(EventText.batch(event)).json().get("rejected"))
                    .hasSize(1);
            JsonNode kept = server.get("/api/v1/rejected").json().at("/items/0");
            assertThat(kept.get("truncated").asBoolean()).isTrue();
            assertThat(kept.get("content").asString()).isEqualTo(event.substring(0, (1 << 20) - 1));
        }
    }

    private static void sumsPerSource(TestServer server) {
        EventText good = EventText.of("workflow.started", "w").at("2024-05-01T10:00:00.123456Z");
        EventText older = EventText.of("workflow.resumed", "w").at("2024-05-01T09:00:00Z");
        EventText unknown = EventText.of("job.done", "w").at("2024-06-01T10:00:00Z");
        EventText elsewhere =
                EventText.of("workflow.started", "w").with("env", "a").with("serviceKey", "b");
        EventText nowhere = EventText.of("job.done", "w").without("env").without("serviceKey");
        server.post(EventText.batch(good, good, unknown, BAD, elsewhere, nowhere, "17"));
        server.post(EventText.batch(good, older, unknown, BAD, BAD));
        assertThat(server.get("/api/v1/accounting").response().body())
                .isEqualTo("{\"items\":["
                        + account("a", "b", 1, 1, 0, 0, 0, "\"2024-05-01T10:00:00.000Z\"") + ","
                        + account("default", "default", 2, 0, 0, 1, 1, "null") + ","
                        + account("test", "svc", 9, 2, 3, 1, 3, "\"2024-05-01T10:00:00.123Z\"")
                        + "],\"next\":null}");
    }

    private static void theSameContentIsKeptOnce(TestServer server) {
        JsonNode items = server.get("/api/v1/rejected").json().get("items");
        assertThat(items).hasSize(2);
        JsonNode bad = items.get(0);
        assertThat(bad.propertyNames())
                .containsExactly(
                        "id",
                        "env",
                        "serviceKey",
                        "credential",
                        "code",
                        "field",
                        "message",
                        "eventId",
                        "content",
                        "truncated",
                        "times",
                        "firstAt",
                        "lastAt");
        assertThat(bad.get("times").asInt()).isEqualTo(3);
        assertThat(bad.get("code").asString()).isEqualTo("missing_field");
        assertThat(bad.get("field").asString()).isEqualTo("stepName");
        assertThat(bad.get("message").asString()).isEqualTo("'stepName' is missing.");
        assertThat(bad.get("eventId").asString()).isEqualTo("bad");
        assertThat(bad.get("content").asString()).startsWith("{\"eventId\":\"bad\",");
        assertThat(bad.get("firstAt").asString()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(bad.get("lastAt").asString())
                .isGreaterThan(bad.get("firstAt").asString());
        JsonNode number = items.get(1);
        assertThat(number.get("content").asString()).isEqualTo("17");
        assertThat(number.get("eventId").isNull()).isTrue();
        assertThat(number.get("field").isNull()).isTrue();
    }

    private static void oldestComeLastPageByPage(TestServer server) {
        List<Object> numbers = new ArrayList<>();
        for (int i = 100; i < 125; i++) {
            numbers.add(i);
        }
        server.post(EventText.batch(numbers));
        List<String> contents = new ArrayList<>();
        String next = "";
        int fresh = 1000;
        while (next != null) {
            JsonNode page =
                    server.get("/api/v1/rejected?limit=4&cursor=" + next).json();
            assertThat(page.get("items").size()).isBetween(1, 4);
            contents.addAll(page.findValuesAsString("content"));
            next = page.get("next").stringValue(null);
            server.post(EventText.batch(fresh++, 110)); // one more, and one more time
        }
        List<String> expected = new ArrayList<>();
        for (int i = 124; i >= 100; i--) {
            if (i != 110) { // it has come again since the first page, and stands before it
                expected.add("" + i);
            }
        }
        assertThat(contents.subList(0, 24)).isEqualTo(expected);
        assertThat(contents.subList(24, 26)).containsExactly(BAD.toString(), "17");
        assertThat(contents).hasSize(26);
    }

    private static void whatCameAgainComesFirst(TestServer server) {
        server.post(EventText.batch(103));
        JsonNode first = server.get("/api/v1/rejected?limit=1").json().at("/items/0");
        assertThat(first.get("content").asString()).isEqualTo("103");
        assertThat(first.get("times").asInt()).isEqualTo(2);
    }

    private static void onlyOfWhatIsAskedFor(TestServer server) {
        assertThat(parked(server, "env=test")).containsExactly(BAD.toString());
        assertThat(parked(server, "service=svc&env=test&env=default")).containsExactly(BAD.toString());
        assertThat(parked(server, "service=default&limit=1")).containsExactly("103");
        assertThat(parked(server, "service=nobody")).isEmpty();
    }

    private static List<String> parked(TestServer server, String question) {
        return server.get("/api/v1/rejected?" + question).json().findValuesAsString("content");
    }

    private static void oneByItsNumber(TestServer server) {
        JsonNode bad = server.get("/api/v1/rejected?env=test").json().at("/items/0");
        assertThat(server.get("/api/v1/rejected/" + bad.get("id")).json()).isEqualTo(bad);
        for (String id : List.of("0", "-1", "x", "99999999999999999999")) {
            assertThat(server.get("/api/v1/rejected/" + id).json().get("code").asString())
                    .isEqualTo("unknown_rejected");
        }
    }

    private static void onlySoMuchADay(TestServer server) {
        int before =
                server.get("/api/v1/rejected?limit=1000").json().get("items").size();
        String large = "\"" + "x".repeat(9_500) + "\"";
        String larger = "\"" + "y".repeat(9_500) + "\"";
        assertThat(server.post(EventText.batch(large, larger)).json().get("rejected"))
                .hasSize(2);
        assertThat(server.get("/api/v1/rejected?limit=1000").json().get("items"))
                .hasSize(before + 1);
    }

    private static String account(
            String env,
            String service,
            int received,
            int accepted,
            int duplicates,
            int ignored,
            int rejected,
            String lastEventAt) {
        return "{\"env\":\"%s\",\"serviceKey\":\"%s\",\"credential\":\"local\",\"received\":%d,\"accepted\":%d,"
                        .formatted(env, service, received, accepted)
                + "\"duplicates\":%d,\"ignored\":%d,\"rejected\":%d,\"lastEventAt\":%s}"
                        .formatted(duplicates, ignored, rejected, lastEventAt);
    }
}
