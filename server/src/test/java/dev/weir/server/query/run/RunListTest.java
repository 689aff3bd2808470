package dev.weir.server.query.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.RunKey;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.EventText;
import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.run.Workflow;
import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.run.EndedCounts.Tally;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.SentEvent;
import dev.weir.testkit.db.TestDatabase;
import java.net.URLEncoder;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Random questions about random histories, answered by the server and by {@link PlainRunList}. */
class RunListTest {
    private static final int WORKFLOWS = 250;
    private static TestDatabase database;
    private static TestServer server;
    private static PlainRunList expected;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database);
        List<SentEvent> traffic = RunHistories.traffic(77, Scope.LOCAL_ORG, WORKFLOWS);
        for (int from = 0; from < traffic.size(); from += 500) {
            Answer answer = server.post(EventJson.batch(traffic.subList(from, Math.min(traffic.size(), from + 500))));
            assertThat(answer.json().get("rejected")).isEmpty();
        }
        expected = plain(traffic);
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    private static PlainRunList plain(List<SentEvent> traffic) {
        Map<RunKey, List<WorkflowEvent>> byKey = new HashMap<>();
        traffic.forEach(sent ->
                byKey.computeIfAbsent(sent.key(), key -> new ArrayList<>()).add(sent.event()));
        List<Workflow> runs = new ArrayList<>();
        Set<String> newest = new HashSet<>();
        byKey.forEach((key, events) -> {
            Workflow last = null;
            for (RunState state : RunFold.fold(events)) {
                last = RunRows.of(key, state, Instant.EPOCH, id -> EventText.NONE)
                        .workflow();
                runs.add(last);
            }
            newest.add(PlainRunList.key(last));
        });
        assertThat(runs).hasSizeGreaterThan(newest.size());
        return new PlainRunList(runs, newest, reasonsShown());
    }

    private static Map<String, String> reasonsShown() {
        Map<String, String> reasons = new HashMap<>();
        for (JsonNode run : server.get("/api/v1/workflows?runs=all&status=running&status=paused&limit=1000")
                .json()
                .get("items")) {
            if (!run.get("reason").isNull()) {
                reasons.put(key(run), run.at("/reason/text").asString());
            }
        }
        assertThat(reasons).isNotEmpty();
        return reasons;
    }

    private static String key(JsonNode run) {
        return run.get("id").asString() + "." + run.get("runSeq").asInt();
    }

    @Test
    void answersAnyCombinationAsAPlainFilterDoes() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 250; i++) {
            PlainRunList.Question question = PlainRunList.Question.random(random, expected);
            assertThat(listed(question.parameters(), 1 + random.nextInt(60)))
                    .as("question %s: %s", i, question.parameters())
                    .isEqualTo(expected.answer(question));
        }
    }

    @Test
    void countsWhatItLists() {
        SplittableRandom random = new SplittableRandom(6);
        for (int i = 0; i < 200; i++) {
            PlainRunList.Question question = PlainRunList.Question.random(random, expected);
            String by = List.of("status", "env", "service", "name").get(random.nextInt(4));
            Map<String, List<String>> parameters = new HashMap<>(question.parameters());
            parameters.keySet().removeAll(List.of("sort", "order"));
            JsonNode answer = server.get("/api/v1/workflows/count?by=" + by + text(parameters))
                    .json();
            Map<String, Long> counts = new HashMap<>();
            answer.get("items")
                    .forEach(item -> counts.put(
                            item.get("value").asString(), item.get("count").asLong()));
            counts.values().removeIf(n -> n == 0);
            Map<String, Long> wanted = expected.count(question, by);
            if (answer.get("capped").asBoolean() && parameters.containsKey("q")) { // a busy machine ran out of time
                answer.get("items").forEach(item -> {
                    long right = wanted.getOrDefault(item.get("value").asString(), 0L);
                    long n = item.get("count").asLong();
                    assertThat(item.get("capped").asBoolean() ? Math.min(n, right) : right)
                            .isEqualTo(n);
                });
                continue;
            }
            assertThat(counts).as("question %s: by %s %s", i, by, parameters).isEqualTo(wanted);
            assertThat(answer.get("total").asLong())
                    .isEqualTo(wanted.values().stream().mapToLong(n -> n).sum());
            assertThat(answer.get("capped").asBoolean()).isFalse();
        }
    }

    @Test
    void aCountThatRanOutOfTimeSaysThatThereMayBeMore() throws SQLException {
        RunFilter filter = RunFilter.of(Parameters.of(Map.of("q", new String[] {"nowhere"}), List.of(Parameter.Q)));
        try (Connection connection = database.dataSource().getConnection()) {
            List<RunGroup> groups = RunGroup.of(connection, Scope.LOCAL, filter);
            assertThat(new EndedCounts(connection, filter, -1).count(groups)).isEqualTo(new Tally(0, true));
            assertThat(new EndedCounts(connection, filter, Long.MAX_VALUE).count(groups))
                    .isEqualTo(Tally.NONE);
        }
    }

    /** The ids of all pages. */
    private static List<String> listed(Map<String, List<String>> parameters, int limit) {
        List<String> ids = new ArrayList<>();
        String cursor = null;
        do {
            Answer answer = server.get("/api/v1/workflows?limit=" + limit + text(parameters)
                    + (cursor == null ? "" : "&cursor=" + cursor));
            assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
            JsonNode items = answer.json().get("items");
            items.forEach(item -> ids.add(key(item)));
            cursor = answer.json().get("next").isNull()
                    ? null
                    : answer.json().get("next").asString();
            if (cursor != null && !parameters.containsKey("q")) { // a search may stop early: its next page goes on
                assertThat(items).hasSize(limit);
            }
        } while (cursor != null);
        return ids;
    }

    private static String text(Map<String, List<String>> parameters) {
        StringBuilder text = new StringBuilder();
        parameters.forEach((name, values) -> values.forEach(
                value -> text.append('&').append(name).append('=').append(URLEncoder.encode(value, UTF_8))));
        return text.toString();
    }
}
