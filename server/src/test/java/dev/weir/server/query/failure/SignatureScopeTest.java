package dev.weir.server.query.failure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.core.event.RunKey;
import dev.weir.core.signal.Phases;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.server.ingest.EventText;
import dev.weir.server.query.Edits;
import dev.weir.server.query.Eventually;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.Sql;
import dev.weir.server.query.signal.SeenBeforeItem;
import dev.weir.server.query.signal.SignalReader;
import dev.weir.store.Sources;
import dev.weir.store.StoredSignal;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;

/** Of a kind of failure, nobody is told how often or how long it was seen where they may not look. */
class SignatureScopeTest {
    private static final Scope NARROW = new Scope(Scope.LOCAL_ORG, Set.of("staging"), Set.of("orders"), "key");
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private static final String ALL_TOLD = "Seen 5 times, usually gone after 10 min.";
    private static final String NARROWLY_TOLD = "Seen 2 times, once gone after 60 s.";

    private static TestDatabase database;
    private static HikariDataSource writer;
    private static SignalReader reading;
    private static SignaturesEndpoint signatures;

    @BeforeAll
    static void start() throws SQLException {
        database = new TestDatabase();
        List<EventText> sent = new ArrayList<>();
        fails(sent, "production", "p-1", 5, 600);
        fails(sent, "staging", "s-1", 4, 60);
        fails(sent, "production", "p-2", 3, 600);
        fails(sent, "production", "p-3", 2, 600);
        fails(sent, "staging", "s-2", 1, 0);
        try (TestServer server = new TestServer(database)) {
            assertThat(server.post(EventText.batch(sent)).json().get("accepted").asInt())
                    .isEqualTo(13);
            Eventually.answer(
                    () -> server.get("/api/v1/signatures"),
                    answer -> answer.json()
                                    .path("items")
                                    .path(0)
                                    .path("sampleCount")
                                    .asInt()
                            == 5);
        }
        Sql.execute(database, """
                INSERT INTO scheduler.failure_signatures (tenant_id, signature_hash, pattern, outcome, confidence, sample_count)
                VALUES ('%s', 'written', '{"error_code": "E_BANK"}', '{}', 0.99, 99)
                """.formatted(Scope.LOCAL_ORG));
        writer = new HikariDataSource();
        writer.setJdbcUrl(database.jdbcUrl());
        writer.setAutoCommit(false);
        reading = new SignalReader(new Sources(database.dataSource()), Phases.DEFAULT, Clock.systemUTC(), 3_600_000);
        signatures = new SignaturesEndpoint(database.dataSource(), new Edits(writer, () -> {}), Clock.systemUTC());
    }

    @AfterAll
    static void stop() {
        writer.close();
        database.close();
    }

    private static void fails(List<EventText> sent, String env, String id, int hoursAgo, int repairedAfter) {
        Instant failed = NOW.minus(hoursAgo, ChronoUnit.HOURS);
        sent.add(event("workflow.failed", env, id, failed)
                .with("error", Map.of("message", "declined", "code", "E_BANK"))
                .with("completedSteps", List.of()));
        if (repairedAfter > 0) {
            Instant repaired = failed.plusSeconds(repairedAfter);
            sent.add(event("workflow.started", env, id, repaired.minusSeconds(1))
                    .with("executionId", id + "-2")
                    .with("input", Map.of()));
            sent.add(event("workflow.completed", env, id, repaired)
                    .with("executionId", id + "-2")
                    .with("completedSteps", List.of()));
        }
    }

    private static EventText event(String type, String env, String id, Instant at) {
        return EventText.of(type, id)
                .with("env", env)
                .with("serviceKey", "orders")
                .with("executionId", id + "-1")
                .at(at.toString());
    }

    private static SignatureItem bank(Scope scope) throws SQLException {
        Parameters asked = Parameters.of(Map.of(), List.of(Parameter.values()));
        return signatures.signatures(scope, asked).items().stream()
                .filter(SignatureItem::learned)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aKindTellsOfWhatOneMaySee() throws SQLException {
        assertThat(bank(Scope.LOCAL).sentence()).isEqualTo(ALL_TOLD);
        SignatureItem narrow = bank(NARROW);
        assertThat(narrow.sentence()).isEqualTo(NARROWLY_TOLD);
        assertThat(narrow.sampleCount()).isEqualTo(2);
        assertThat(narrow.mttrP95Seconds()).isEqualTo(60);
        assertThat(signatures.signature(NARROW, narrow.id().toString())).isEqualTo(narrow);
        assertThat(narrow.environments()).containsExactly("staging");
    }

    @Test
    void aFailedRunTellsOfWhatOneMaySee() throws SQLException {
        UUID job = new RunKey(Scope.LOCAL_ORG, "staging", "orders", "s-2").id();
        SeenBeforeItem all = seenBefore(job, Scope.LOCAL);
        SeenBeforeItem narrow = seenBefore(job, NARROW);
        assertThat(all.sentence()).isEqualTo(ALL_TOLD);
        assertThat(narrow.sentence()).isEqualTo(NARROWLY_TOLD);
        assertThat(narrow.sampleCount()).isEqualTo(2);
        assertThat(narrow.mttrP50Seconds()).isEqualTo(60);
    }

    private static SeenBeforeItem seenBefore(UUID job, Scope scope) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            StoredSignal stored = StoredSignal.load(connection, List.of(job)).get(job);
            return reading.item(connection, stored, scope).seenBefore();
        }
    }

    @Test
    void whatIsNotSeenIsNotMatchedAndHidesNothing() throws SQLException {
        ResponseEntity<SignatureItem> all = signatures.match(Scope.LOCAL, "unknown", "E_BANK", null);
        ResponseEntity<SignatureItem> narrow = signatures.match(NARROW, "unknown", "E_BANK", null);
        assertThat(all.getBody().learned()).isFalse();
        assertThat(narrow.getBody()).isEqualTo(bank(NARROW));
        Scope elsewhere = new Scope(Scope.LOCAL_ORG, Set.of("qa"), Set.of(), "key");
        assertThat(signatures
                        .match(elsewhere, "unknown", "E_BANK", null)
                        .getStatusCode()
                        .value())
                .isEqualTo(204);
    }
}
