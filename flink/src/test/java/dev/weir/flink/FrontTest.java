package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.flink.cluster.Broker;
import dev.weir.flink.cluster.ClassPath;
import dev.weir.server.RealServer;
import dev.weir.store.FoldedBy;
import dev.weir.testkit.db.TestDatabase;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A server in front of a real broker, over HTTP, and the job that folds what it hands over. */
class FrontTest {
    private static final String EVENT = """
            {"eventId":"%s","type":"%s","timestamp":"2026-01-02T03:04:05Z","workflowId":"w","workflowName":"name"}""";
    private static final String STARTED = EVENT.formatted("1", "workflow.started");
    private static final String COMPLETED = EVENT.formatted("2", "workflow.completed");
    private static final String UNKNOWN = EVENT.formatted("3", "workflow.pondered");
    private static final String BAD = """
            {"eventId":"4","type":"workflow.started"}""";
    private static final long PATIENCE_S = 60;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS) // what the broker said is wanted after a failure
    static Path directory;

    private static Broker broker;

    private final TestDatabase database = new TestDatabase();
    private String topic;
    private final Map<String, String> settings = new HashMap<>();

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new Broker(directory.resolve("broker"), ClassPath.read(Path.of("broker/target/class.path")));
        broker.start();
    }

    @AfterAll
    static void stopBroker() throws Exception {
        broker.close();
    }

    @BeforeEach
    void chooseTopic(TestInfo test) {
        topic = test.getDisplayName().replaceAll("\\W", "");
        settings.putAll(Map.of("kafka", broker.address(), "kafka-topic", topic, "kafka-partitions", "3"));
    }

    @AfterEach
    void drop() {
        database.close();
    }

    private RunningJob job() throws Exception {
        return RunningJob.start(
                database, RunningJob.options(database, "--brokers", broker.address(), "--topic", topic));
    }

    @Test
    void whatItQueuesBecomesTheRowsOfAServerThatFolds(@TempDir Path savepoints) throws Exception {
        List<Sent> traffic = Traffic.of(11, 10);
        try (TestDatabase beside = new TestDatabase();
                RealServer front = new RealServer(database, settings);
                RunningJob job = job()) {
            try (RealServer folding = new RealServer(beside, Map.of())) {
                Requests.send(folding, traffic, new Random(11), 200);
                await(() -> RunningJob.isTrue(beside, RunningJob.NOTHING_WAITS));
            }
            Requests.send(front, traffic, new Random(11), 202);
            awaitCaughtUp(front);
            job.takeSavepoint(savepoints);
            job.awaitTrue(RunningJob.NOTHING_WAITS);
            HostsAgreeTest.assertEqualRows(beside, database);
        }
    }

    @Test
    void theFourNumbersAddUpOnceTheJobHasCaughtUp() throws Exception {
        try (RealServer front = new RealServer(database, settings)) {
            String events = "[" + String.join(",", STARTED, COMPLETED, STARTED, UNKNOWN, BAD) + "]";
            HttpResponse<String> answer = front.send("POST", "/api/v1/events", events);
            assertThat(answer.statusCode()).isEqualTo(202);
            assertThat(answer.body())
                    .startsWith("{\"received\":5,\"queued\":4,\"rejected\":[{\"index\":4,\"eventId\":\"4\",");
            assertThat(front.send("GET", "/api/v1/accounting", "").body())
                    .as("the job has counted nothing yet")
                    .contains("\"received\":1,\"accepted\":0,\"duplicates\":0,\"ignored\":0,\"rejected\":1");
            assertThat(front.send("GET", "/api/v1/rejected", "").body()).contains("\"eventId\":\"4\"");
            try (RunningJob job = job()) {
                job.awaitTrue("SELECT sum(received) = 5 FROM accounting");
                assertThat(front.send("GET", "/api/v1/accounting", "").body())
                        .contains("\"received\":5,\"accepted\":2,\"duplicates\":1,\"ignored\":1,\"rejected\":1");
                job.awaitTrue("SELECT EXISTS (SELECT FROM runs WHERE status = 'completed')");
            }
        }
    }

    @Test
    void whatWasParkedIsHandedOverWhenItIsTriedAgain() throws Exception {
        settings.put("max-event-bytes", "100");
        try (RealServer strict = new RealServer(database, settings)) {
            assertThat(strict.send("POST", "/api/v1/events", "[" + STARTED + "]")
                            .body())
                    .contains("\"queued\":0", "too_large");
            HttpResponse<String> again = strict.send("POST", "/api/v1/rejected/" + parked(strict) + "/retry", "");
            assertThat(again.statusCode()).isEqualTo(202);
            assertThat(again.body()).contains("\"queued\":0", "too_large");
        }
        settings.remove("max-event-bytes");
        try (RealServer front = new RealServer(database, settings);
                RunningJob job = job()) {
            HttpResponse<String> again = front.send("POST", "/api/v1/rejected/" + parked(front) + "/retry", "");
            assertThat(again.statusCode()).isEqualTo(202);
            assertThat(again.body()).isEqualTo("{\"received\":1,\"queued\":1,\"rejected\":[]}");
            assertThat(front.send("GET", "/api/v1/rejected", "").body()).startsWith("{\"items\":[]");
            job.awaitTrue("SELECT EXISTS (SELECT FROM runs WHERE workflow_id = 'w')");
        }
    }

    /** Also if it was started after the job. */
    @Test
    void whatAFrontWithLargerLimitsTakesTheJobTakesToo() throws Exception {
        String late = Instant.now().plus(Duration.ofDays(2)).toString();
        String large = STARTED.replaceFirst("\"name\"", "\"name\",\"input\":\"" + "x".repeat(300_000) + "\"");
        String ahead = COMPLETED.replace("2026-01-02T03:04:05Z", late);
        try (RealServer usual = new RealServer(database, settings);
                RunningJob job = job()) {
            usual.send("POST", "/api/v1/events", "[" + UNKNOWN + "]");
            job.awaitTrue("SELECT count(*) = 1 FROM event_log");
            settings.putAll(Map.of("max-string-length", "400000", "max-future", "7d"));
            try (RealServer front = new RealServer(database, settings)) {
                assertThat(front.send("POST", "/api/v1/events", "[" + large + "," + ahead + "]")
                                .body())
                        .contains("\"queued\":2");
            }
            job.awaitTrue("SELECT sum(received) = 3 FROM accounting");
            job.awaitTrue("SELECT EXISTS (SELECT FROM runs WHERE status = 'completed')");
            assertThat(RunningJob.isTrue(database, "SELECT NOT EXISTS (SELECT FROM rejected_events)"))
                    .isTrue();
        }
    }

    private static String parked(RealServer server) throws Exception {
        Matcher id = Pattern.compile("\"id\":(\\d+)")
                .matcher(server.send("GET", "/api/v1/rejected", "").body());
        assertThat(id.find()).isTrue();
        return id.group(1);
    }

    @Test
    void aToldSignalIsAnsweredOnceTheJobHasIt() throws Exception {
        String path = "/api/v1/signals/11111111-1111-4111-8111-111111111111";
        try (RealServer front = new RealServer(database, settings);
                RunningJob job = job()) {
            HttpResponse<String> told = front.send("PUT", path, """
                    {"kind":"started","summary":"Running scan.","timestamp":"%s"}""".formatted(Instant.now()));
            assertThat(told.statusCode()).as(told.body()).isEqualTo(202);
            assertThat(told.body()).isEqualTo("{\"received\":1,\"queued\":1,\"rejected\":[]}");
            job.awaitTrue("SELECT EXISTS (SELECT FROM scheduler.first_signal_snapshots)");
            assertThat(front.send("GET", path, "").body()).contains("Running scan.");
        }
    }

    /** An event that is just not too large is one that fits into a record, too. */
    @Test
    void theLargestEventGoesThrough() throws Exception {
        try (RealServer front = new RealServer(database, settings);
                RunningJob job = job()) {
            String more = ",\"input\":[" + ("\"" + "x".repeat(200_000) + "\",").repeat(5) + "1],";
            String large = STARTED.replaceFirst(",", more);
            large = large.replace("[", "[\"" + "y".repeat((1 << 20) - large.length() - 3) + "\",");
            assertThat(large).hasSize(1 << 20);
            HttpResponse<String> answer = front.send("POST", "/api/v1/events", "[" + large + "]");
            assertThat(answer.body()).isEqualTo("{\"received\":1,\"queued\":1,\"rejected\":[]}");
            job.awaitTrue("SELECT EXISTS (SELECT FROM runs WHERE workflow_id = 'w')");
        }
    }

    @Test
    void itSaysHowFarTheJobIs() throws Exception {
        try (RealServer front = new RealServer(database, settings)) {
            front.send("POST", "/api/v1/events", "[" + STARTED + "," + COMPLETED + "]");
            String waiting = await(front, "/api/v1/meta", body -> body.contains("\"lagEvents\":2"));
            assertThat(waiting)
                    .contains("\"job\":{\"running\":false,\"atWork\":null,")
                    .doesNotContain("\"lagMs\":0");
            assertThat(front.send("GET", "/readyz", "").body()).contains("\"job\":\"not running\"");
            try (RunningJob job = job()) {
                awaitCaughtUp(front);
                assertThat(front.send("GET", "/readyz", "").body()).contains("\"job\":\"at work\"");
                assertThat(exposed(front.send("GET", "/metrics", "").body()))
                        .containsAll(listed(Files.readString(Path.of("../README.md"))));
            }
            execute("UPDATE folded_by SET at_work = at_work - interval '1 minute'");
            await(front, "/api/v1/meta", body -> body.contains("\"running\":false"));
            execute("UPDATE topic_offsets SET next_offset = 1000"); // as of a topic that was deleted and made again
            await(front, "/api/v1/meta", body -> body.contains("\"lagEvents\":2"));
        }
    }

    @Test
    void itCountsWhatItTakesAndRejects() throws Exception {
        try (RealServer front = new RealServer(database, settings)) {
            front.send("POST", "/api/v1/events", "[" + STARTED + "," + BAD + "]");
            String metrics = front.send("GET", "/metrics", "").body();
            assertThat(metrics)
                    .containsPattern("weir_events_total\\{outcome=\"queued\"} 1")
                    .containsPattern("weir_events_rejected_total\\{code=\"missing_field\"} 1");
            assertThat(exposed(metrics))
                    .doesNotContainAnyElementsOf(names(
                            Files.readString(Path.of("../README.md")),
                            Pattern.compile("(?m)^\\| `(weir_[a-z_]+).*, where the server folds")));
        }
    }

    private static Set<String> exposed(String metrics) {
        return names(metrics, Pattern.compile("(?m)^# TYPE (weir_[a-z_]+)"));
    }

    private static Set<String> listed(String readme) {
        Set<String> listed = names(readme, Pattern.compile("(?m)^\\| `(weir_[a-z_]+).*, with `--kafka`"));
        assertThat(listed).hasSize(3);
        return listed;
    }

    private static Set<String> names(String text, Pattern pattern) {
        Set<String> names = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    @Test
    void aTopicThatIsNotThereIsNamedInOneSentence() {
        JobOptions options = RunningJob.options(database, "--brokers", broker.address(), "--topic", "nothing");
        assertThatThrownBy(() -> Brokers.check(options))
                .hasMessage("The brokers at " + broker.address() + " do not have the topic nothing: start a server with"
                        + " --kafka, which creates it, or check --topic.");
    }

    /** What it cannot hand over it does not acknowledge, and the job goes on where it was. */
    @Test
    void aBrokerThatIsAwayCostsTimeOnly() throws Exception {
        try (RealServer front = new RealServer(database, settings);
                RunningJob job = job()) {
            front.send("POST", "/api/v1/events", "[" + STARTED + "]");
            job.awaitTrue("SELECT EXISTS (SELECT FROM runs)");
            broker.kill();
            try {
                String events = "[" + COMPLETED + "," + BAD + "]";
                HttpResponse<String> refused = front.send("POST", "/api/v1/events", events);
                assertThat(refused.statusCode()).isEqualTo(503);
                assertThat(refused.headers().firstValue("Retry-After")).isPresent();
                assertThat(refused.body())
                        .contains("The brokers did not take the events: send the same events again a little later.");
                assertThat(RunningJob.isTrue(database, "SELECT NOT EXISTS (SELECT FROM rejected_events)"))
                        .isTrue();
                assertThat(await(front, "/readyz", body -> body.contains("not_ready")))
                        .contains("The brokers do not answer.");
            } finally {
                broker.start();
            }
            List<Integer> answers = new ArrayList<>();
            await(() -> {
                answers.add(front.send("POST", "/api/v1/events", "[" + COMPLETED + "," + BAD + "]")
                        .statusCode());
                return answers.contains(202);
            });
            job.awaitTrue("SELECT EXISTS (SELECT FROM runs WHERE status = 'completed')");
            job.awaitTrue("SELECT sum(rejected) = 1 AND sum(received) - sum(duplicates) = 3 FROM accounting");
            await(front, "/readyz", body -> body.contains("\"ready\""));
        }
    }

    @Test
    void itTakesNothingOnceServersHaveTheDatabase() throws Exception {
        try (RealServer front = new RealServer(database, settings)) {
            try (Connection connection = database.dataSource().getConnection()) {
                FoldedBy.SERVER.takeOver(connection);
            }
            assertThat(await(front, "/readyz", body -> body.contains("not_ready")))
                    .contains("Servers have taken the database over: start Weir without --kafka.");
            HttpResponse<String> refused = front.send("POST", "/api/v1/events", "[" + STARTED + "]");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("Servers have taken the database over from the job behind this server");
            assertThat(front.send("GET", "/api/v1/meta", "").body()).contains("\"obstacle\":\"taken_over\"");
        }
    }

    @Test
    void itSaysThatItsTopicIsGone() throws Exception {
        try (RealServer front = new RealServer(database, settings);
                Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.address()))) {
            admin.deleteTopics(List.of(topic)).all().get(PATIENCE_S, TimeUnit.SECONDS);
            assertThat(await(front, "/readyz", body -> body.contains("not_ready")))
                    .contains("The brokers do not have the topic any more");
        }
    }

    private void awaitCaughtUp(RealServer front) throws Exception {
        await(front, "/api/v1/meta", body -> body.contains("\"running\":true") && body.contains("\"lagEvents\":0"));
    }

    private static String await(RealServer server, String path, Predicate<String> wanted) throws Exception {
        String[] last = {""};
        await(() -> {
            last[0] = server.send("GET", path, "").body();
            return wanted.test(last[0]);
        });
        return last[0];
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("it has not come to pass in time").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
