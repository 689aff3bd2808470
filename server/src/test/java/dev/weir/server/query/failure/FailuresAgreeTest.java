package dev.weir.server.query.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.server.access.Scope;
import dev.weir.server.project.StoredRows;
import dev.weir.server.query.Sql;
import dev.weir.store.Rebuild;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.SentEvent;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What is said of failures is what the documents' SQL says of the same random histories, and plain SQL of every run. */
class FailuresAgreeTest {
    private static final String RANGE = "from=2025-02-03T04:05:06Z&to=2025-11-12T13:14:15Z";
    private static final String IN_RANGE = "failed_at >= '2025-02-03T04:05:06Z' AND failed_at < '2025-11-12T13:14:15Z'";

    /** A later success of the same id, or of the same workflow of the source. */
    private static final String RECOVERED = """
            EXISTS (SELECT FROM runs s WHERE s.status = 'completed' AND s.ended_at > r.failed_at
                    AND (s.id = r.id OR s.source = r.source AND s.workflow_name = r.workflow_name))
            """;

    private static final String OLDER_FOLD =
            "UPDATE runs SET fold_version = 0, stamp = -1, current_step = 'of old' WHERE id < '60000000-0000-0000-0000-000000000000'";
    private static final String LOOK_AGAIN =
            "UPDATE followers SET up_to = '00000000-0000-0000-0000-000000000000' WHERE name = 'failures'";

    private static TestDatabase database;
    private static TestServer server;

    /** In an order that no workflow has, a fifth of it late, and with an older fold and a new start in between. */
    @BeforeAll
    static void start() throws SQLException {
        database = new TestDatabase();
        List<SentEvent> traffic = new ArrayList<>(RunHistories.traffic(4711, Scope.LOCAL_ORG, 300));
        Collections.shuffle(traffic, new Random(5));
        int late = traffic.size() * 4 / 5;
        server = new TestServer(database);
        send(traffic.subList(0, late));
        JsonNode learned = answer("/api/v1/failures?limit=1000");
        Sql.execute(database, OLDER_FOLD);
        Sql.execute(database, LOOK_AGAIN);
        assertThat(answer("/api/v1/failures?limit=1000"))
                .as("what an older fold left stays")
                .isEqualTo(learned);
        send(traffic.subList(late, traffic.size()));
        server.close();
        server = new TestServer(database);
        StoredRows.awaitEmpty(database.dataSource(), "runs WHERE fold_version = 0");
    }

    private static void send(List<SentEvent> events) {
        for (int from = 0; from < events.size(); from += 500) {
            Answer answer = server.post(EventJson.batch(events.subList(from, Math.min(events.size(), from + 500))));
            assertThat(answer.json().get("rejected")).isEmpty();
        }
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    @Test
    void recentFailuresAreThoseOfTheDocument() throws SQLException {
        List<String> printed = rows("""
                SELECT workflow_id, workflow_name, env, service_key, error_message, error_step_name,
                       to_char(failed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), array_to_json(completed_steps)
                FROM workflows WHERE status = 'failed' ORDER BY failed_at DESC""");
        assertThat(printed).hasSizeGreaterThan(50);
        assertThat(failures("runs=newest&limit=1000")).containsExactlyInAnyOrderElementsOf(printed);
        List<String> production =
                printed.stream().filter(row -> row.contains("|production|")).toList();
        assertThat(failures("runs=newest&limit=1000&env=production")).containsExactlyInAnyOrderElementsOf(production);
    }

    private static List<String> failures(String query) {
        List<String> found = new ArrayList<>();
        for (JsonNode item : items("/api/v1/failures?" + query)) {
            found.add(texts(
                    item,
                    "workflowId",
                    "workflowName",
                    "env",
                    "serviceKey",
                    "errorMessage",
                    "errorStepName",
                    "failedAt",
                    "completedSteps"));
        }
        return found;
    }

    @Test
    void everyFailedRunIsThereOnceAndNewestFirst() throws SQLException {
        List<String> all = rows("""
                SELECT id, run_seq, CASE WHEN %s THEN 'recovered' ELSE 'open' END FROM runs r WHERE status = 'failed'
                ORDER BY failed_at DESC, id DESC, run_seq DESC""".formatted(RECOVERED));
        List<String> paged = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = server.get("/api/v1/failures?limit=7" + cursor).json();
            page.get("items").forEach(item -> paged.add(texts(item, "runId", "runSeq", "inbox")));
            cursor = page.get("next").isNull()
                    ? ""
                    : "&cursor=" + page.get("next").asString();
        } while (!cursor.isEmpty());
        assertThat(paged).isEqualTo(all);
        assertThat(paged).anyMatch(row -> row.endsWith("open")).anyMatch(row -> row.endsWith("recovered"));
        for (String state : List.of("open", "recovered")) {
            assertThat(items("/api/v1/failures?limit=1000&inbox=" + state)).hasSize((int)
                    all.stream().filter(row -> row.endsWith(state)).count());
        }
    }

    @Test
    void aRecoveryIsTheFirstSuccessAfterIt() throws SQLException {
        List<String> expected = rows("""
                SELECT r.id, r.run_seq, to_char(s.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM runs r CROSS JOIN LATERAL (
                  SELECT min(s.ended_at) AS at FROM runs s WHERE s.status = 'completed' AND s.ended_at > r.failed_at
                    AND (s.id = r.id OR s.source = r.source AND s.workflow_name = r.workflow_name)) AS s
                WHERE r.status = 'failed' AND s.at IS NOT NULL""");
        List<String> told = new ArrayList<>();
        for (JsonNode item : items("/api/v1/failures?limit=1000&inbox=recovered")) {
            told.add(texts(item, "runId", "runSeq", "recoveredAt"));
            assertThat(item.get("recoveredBy").get("workflowId").asString()).isNotEmpty();
        }
        assertThat(told).containsExactlyInAnyOrderElementsOf(expected).isNotEmpty();
    }

    @Test
    void frequencyIsThatOfTheDocument() throws SQLException {
        String sql = """
                SELECT env, service_key, workflow_name, COUNT(*) as failure_count, COUNT(DISTINCT error_message) as unique_errors
                FROM %s WHERE status = 'failed' AND %s GROUP BY env, service_key, workflow_name""";
        assertThat(frequency("&runs=newest"))
                .containsExactlyInAnyOrderElementsOf(rows(sql.formatted("workflows", IN_RANGE)))
                .isNotEmpty();
        assertThat(frequency("")).containsExactlyInAnyOrderElementsOf(rows(sql.formatted("runs", IN_RANGE)));
    }

    private static List<String> frequency(String more) {
        List<String> found = new ArrayList<>();
        for (JsonNode item : items("/api/v1/failures/frequency?" + RANGE + more)) {
            found.add(texts(item, "env", "serviceKey", "workflowName", "failureCount", "uniqueErrors"));
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource({"15m,900,,", "1h,3600,&runs=newest,AND newest", "1d,86400,&service=orders,AND service_key = 'orders'"})
    void theRateIsOfAllThatEnded(String bucket, int seconds, String more, String and) throws SQLException {
        String sql = """
                SELECT env, to_char(to_timestamp(floor(extract(epoch FROM ended_at) / %1$d) * %1$d) AT TIME ZONE 'UTC',
                         'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), count(*), count(*) FILTER (WHERE status = 'failed')
                FROM runs WHERE ended_at >= '%2$s' AND ended_at < '%3$s' %4$s GROUP BY 1, 2 ORDER BY env COLLATE "C", 2""";
        for (String range : List.of(
                "from=2025-02-03T04:05:06.007Z&to=2025-05-12T13:14:15.016Z",
                "from=2025-06-01T00:00:00Z&to=2025-08-02T00:00:00Z")) {
            String[] ends = range.replace("from=", "").split("&to=");
            JsonNode rate = answer("/api/v1/failures/rate?bucket=" + bucket + "&" + range + text(more));
            List<String> told = new ArrayList<>();
            for (JsonNode item : rate.get("items")) {
                for (JsonNode one : item.get("buckets")) {
                    told.add(item.get("env").asString() + "|" + texts(one, "from", "ended", "failed"));
                }
            }
            assertThat(rate.get("bucketMs").asLong()).isEqualTo(1000L * seconds);
            assertThat(told)
                    .isEqualTo(rows(sql.formatted(seconds, ends[0], ends[1], text(and))))
                    .hasSizeGreaterThan(10);
        }
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    @Test
    void groupsCountEveryFailureOfTheirKind() throws SQLException {
        String sql = """
                SELECT f.signature, count(*), count(*) FILTER (WHERE %s) FROM runs r
                JOIN failures f ON f.id = r.id AND f.run_seq = r.run_seq WHERE r.status = 'failed' AND %s GROUP BY 1""";
        for (String range : List.of(RANGE, "from=2025-06-01T00:00:00Z&to=2025-06-02T12:00:00Z")) {
            String[] ends = range.replace("from=", "").split("&to=");
            String in = "r.failed_at >= '" + ends[0] + "' AND r.failed_at < '" + ends[1] + "'";
            List<String> told = new ArrayList<>();
            for (JsonNode group : items("/api/v1/failures/groups?limit=1000&" + range)) {
                told.add(texts(group, "signatureId", "count", "recovered"));
                assertThat(sum(group.get("trend").get("counts")))
                        .isEqualTo(group.get("count").asLong());
                assertThat(group.get("open").asLong() + group.get("recovered").asLong())
                        .isEqualTo(group.get("count").asLong());
            }
            assertThat(told)
                    .containsExactlyInAnyOrderElementsOf(rows(sql.formatted(RECOVERED, in)))
                    .isNotEmpty();
        }
    }

    private static long sum(JsonNode numbers) {
        long sum = 0;
        for (JsonNode number : numbers) {
            sum += number.asLong();
        }
        return sum;
    }

    @Test
    void aRebuildChangesNothing() throws SQLException {
        List<JsonNode> before = everything();
        assertThat(verified()).isEmpty();
        Sql.execute(database, "TRUNCATE failures, failure_days, failure_messages, failure_repairs, run_cells");
        assertThat(verified()).isNotEmpty();
        new Rebuild(database.dataSource()).run(false, progress -> {});
        assertThat(verified()).isEmpty();
        assertThat(everything()).isEqualTo(before);
    }

    private static List<JsonNode> everything() {
        List<JsonNode> answers = new ArrayList<>();
        for (String question : List.of(
                "failures?limit=1000",
                "failures?limit=1000&runs=newest",
                "failures/frequency?" + RANGE,
                "failures/frequency?runs=newest&" + RANGE,
                "failures/rate?bucket=1h&" + RANGE,
                "failures/groups?limit=1000&" + RANGE)) {
            answers.add(answer("/api/v1/" + question));
        }
        for (JsonNode group : answers.get(answers.size() - 1).get("items")) {
            answers.add(
                    answer("/api/v1/failures/groups/" + group.get("signatureId").asString() + "?" + RANGE));
        }
        return answers;
    }

    private static List<String> verified() throws SQLException {
        return new Rebuild(database.dataSource()).run(true, progress -> {}).firstDifferences();
    }

    private static JsonNode items(String path) {
        return answer(path).get("items");
    }

    private static JsonNode answer(String path) {
        Answer answer = server.get(path);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json();
    }

    private static String texts(JsonNode item, String... names) {
        List<String> texts = new ArrayList<>();
        for (String name : names) {
            JsonNode value = item.get(name);
            texts.add(value.isNull() ? "null" : value.isValueNode() ? value.asString() : value.toString());
        }
        return String.join("|", texts);
    }

    private static List<String> rows(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            int columns = row.getMetaData().getColumnCount();
            while (row.next()) {
                List<String> texts = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    texts.add(String.valueOf(row.getString(i)));
                }
                rows.add(String.join("|", texts));
            }
        }
        return rows;
    }
}
