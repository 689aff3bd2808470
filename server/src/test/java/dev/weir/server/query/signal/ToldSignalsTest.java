package dev.weir.server.query.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.RunKey;
import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.server.access.Scope;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** Signals that somebody tells, of whichever jobs. */
class ToldSignalsTest {
    private static final UUID OTHER_ORG = UUID.fromString("00000000-0000-8000-8000-000000000002");

    private TestDatabase database;
    private TestServer server;

    @BeforeEach
    void start() {
        database = new TestDatabase();
        server = new TestServer(database);
    }

    @AfterEach
    void stop() {
        server.close();
        database.close();
    }

    private static UUID job(String workflow) {
        return new RunKey(Scope.LOCAL_ORG, "test", "told", workflow).id();
    }

    @Test
    void leaveARunAsItsEventsSay() throws SQLException {
        put(job("a"), "Soon.");
        sendRun("a");
        assertThat(summary(job("a"))).endsWith("At scan.");
        assertNothingDiffers();
    }

    @Test
    void ofAnotherOrganisationLeaveARunAsItsEventsSay() throws SQLException {
        put(job("a"), "Soon.");
        tellInTheOtherOrganisation(job("a"), "12:00:05");
        execute("UPDATE scheduler.first_signal_snapshots SET tenant_id = '" + OTHER_ORG + "'");
        sendRun("a");
        assertThat(summary(job("a"))).endsWith("At scan.");
        assertNothingDiffers();
    }

    @Test
    void ofAnotherOrganisationDoNotTakeTheirPlace() throws SQLException {
        UUID job = UUID.randomUUID();
        put(job, "Ours.");
        tellInTheOtherOrganisation(job, "12:00:05");
        assertNothingDiffers();
        new Rebuild(database.dataSource()).run(false, progress -> {});
        assertThat(summary(job)).endsWith("Ours.");
        execute("DELETE FROM scheduler.first_signal_snapshots");
        new Rebuild(database.dataSource()).run(false, progress -> {});
        assertThat(summary(job)).endsWith("Ours.");
        assertNothingDiffers();
    }

    @Test
    void areToldToWhoeverListensInTheDatabase() throws SQLException {
        UUID job = UUID.randomUUID();
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("LISTEN ttfs_signal_update");
            put(job, "Ours.");
            PGNotification[] told = connection.unwrap(PGConnection.class).getNotifications(10_000);
            assertThat(told)
                    .extracting(PGNotification::getParameter)
                    .singleElement()
                    .asString()
                    .contains(job.toString());
        }
    }

    @Test
    void aKeyThatCannotBeFoldedIsToldAndItsNeighboursGoOn() throws SQLException {
        sendRun("a");
        sendRun("b");
        execute("UPDATE event_log SET payload = '{}' WHERE key = '" + job("a") + "'"); // which no version has written
        execute("UPDATE scheduler.first_signal_snapshots SET summary = 'No.' WHERE job_id = '" + job("b") + "'");
        Rebuild.Report report = new Rebuild(database.dataSource()).run(false, progress -> {});
        assertThat(report.firstDifferences())
                .anyMatch(difference -> difference.startsWith("key " + job("a") + " cannot be folded"))
                .contains("run test/told/b is not what its events say");
        assertThat(summary(job("b"))).endsWith("At scan.");
    }

    /** The last of them comes late, so that the run is folded again from the log. */
    private void sendRun(String workflow) {
        send(workflow, 1, "workflow.started", "\"input\":{}");
        send(workflow, 3, "step.started", "\"stepName\":\"scan\",\"attempt\":1");
        send(workflow, 2, "timeout.set", "\"stepName\":\"scan\",\"timeoutMs\":60000");
    }

    private void send(String workflow, int second, String type, String fields) {
        Answer answer = server.post("""
                [{"eventId":"019c1400-0000-7000-8000-00%s%08d","type":"%s","timestamp":"2026-02-01T12:00:0%dZ",
                  "env":"test","serviceKey":"told","workflowId":"%s","workflowName":"told",%s}]
                """.formatted(
                        Integer.toHexString(0xe0 + workflow.charAt(0) % 16), second, type, second, workflow, fields));
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        assertThat(answer.json().get("accepted").asInt())
                .as(answer.response().body())
                .isEqualTo(1);
    }

    private void put(UUID job, String summary) {
        Answer answer = server.send(HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/signals/" + job))
                .PUT(BodyPublishers.ofString(
                        "{\"kind\":\"queued\",\"summary\":\"%s\",\"timestamp\":\"2026-02-01T12:00:00Z\"}"
                                .formatted(summary)))
                .build());
        assertThat(answer.json().get("accepted").asInt()).isEqualTo(1);
    }

    private String summary(UUID job) {
        return server.get("/api/v1/signals/" + job).json().get("summary").asString();
    }

    /** As its own server would record it. */
    private void tellInTheOtherOrganisation(UUID job, String time) throws SQLException {
        execute("INSERT INTO organisations (id, name) VALUES ('" + OTHER_ORG + "', 'other')");
        execute(
                "INSERT INTO sources (org, env, service_key) SELECT org, '-', '-' FROM organisations WHERE name = 'other'");
        execute("""
                INSERT INTO event_log (at, received_at, batch, month, org, source, mended, id, key, type, payload)
                SELECT '2026-02-01T%1$sZ', now(), nextval('batch_number'), l.month, s.org, s.source, false,
                       gen_random_uuid(), l.key, l.type, '{"kind":"queued","summary":"Theirs.","timestamp":"2026-02-01T%1$sZ"}'
                FROM event_log l JOIN sources s ON s.env = '-' JOIN organisations o ON o.org = s.org AND o.name = 'other'
                WHERE l.key = '%2$s'
                """.formatted(time, job));
        execute("""
                INSERT INTO accounting (SELECT (jsonb_populate_record(a, jsonb_build_object('source', s.source))).*
                FROM accounting a, sources s JOIN organisations o ON o.org = s.org AND o.name = 'other' LIMIT 1)
                """);
    }

    private void assertNothingDiffers() throws SQLException {
        Rebuild.Report report = new Rebuild(database.dataSource()).run(true, progress -> {});
        assertThat(report.firstDifferences()).isEmpty();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
