package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ids of events are an organisation's own, and what is made of them must not depend on where a page ends. */
class FactPagesTest {
    private static final String OTHERS_TOO = """
            INSERT INTO organisations (id, name) VALUES ('00000000-0000-8000-8000-000000000002', 'other');
            INSERT INTO sources (org, env, service_key)
            SELECT o.org, s.env, s.service_key FROM sources s, organisations o WHERE o.name = 'other';
            INSERT INTO event_log (at, received_at, batch, month, org, source, mended, id, key, type, payload)
            SELECT l.at, l.received_at, l.batch, l.month, t.org, t.source, l.mended, l.id, l.key, l.type, l.payload
            FROM event_log l JOIN sources s ON s.source = l.source
            JOIN sources t ON t.org <> s.org AND (t.env, t.service_key) = (s.env, s.service_key);
            INSERT INTO accounting (source, credential, slot, received, accepted, duplicates, ignored, rejected)
            SELECT t.source, a.credential, a.slot, a.received, a.accepted, a.duplicates, a.ignored, a.rejected
            FROM accounting a JOIN sources s ON s.source = a.source
            JOIN sources t ON t.org <> s.org AND (t.env, t.service_key) = (s.env, s.service_key)
            """;

    @Test
    void factsOfTwoOrganisationsWithTheSameIdsAreLeftAndMendedTogether() throws SQLException {
        try (TestDatabase database = new TestDatabase();
                TestServer server = new TestServer(database, Map.of("keep-telemetry", "3650d"))) {
            for (String type : new String[] {"rendered", "error", "timeout"}) {
                server.postTelemetry("", """
                        {"eventType":"signal.%s","timestamp":"2026-02-01T00:00:00Z","surface":"ui","ttfsMs":7,
                         "jobId":"00000000-0000-8000-8000-000000000001"}""".formatted(type));
            }
            server.postTelemetry(
                    "",
                    "{\"eventType\":\"signal.start\",\"timestamp\":\"2026-02-01T00:00:00Z\",\"surface\":\"ui\","
                            + "\"ttfsMs\":0,\"jobId\":\"00000000-0000-8000-8000-000000000001\"}");
            StoredRows.execute(database.dataSource(), OTHERS_TOO);
            Rebuild rebuild = new Rebuild(database.dataSource(), 1);
            rebuild.run(false, progress -> {});
            assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isEmpty();
            StoredRows.execute(database.dataSource(), "UPDATE scheduler.ttfs_events SET ttfs_ms = 8");
            rebuild.run(false, progress -> {});
            assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isEmpty();
            assertThat(
                            StoredRows.isEmpty(
                                    database.dataSource(),
                                    "(SELECT tenant_id, count(*) AS n FROM scheduler.ttfs_events GROUP BY 1) AS told WHERE n <> 4"))
                    .isTrue();
        }
    }
}
