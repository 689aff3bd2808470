package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.server.TestServer;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Real sessions, where they are at hand, sent over HTTP, show in SQL what others computed for them. */
class RealSessionsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Path folder = Path.of("");

    @BeforeEach
    void findThem() {
        Path above = Path.of("").toAbsolutePath();
        while (above != null && !Files.exists(above.resolve("shared/fixtures/livepeer"))) {
            above = above.getParent();
        }
        assumeTrue(above != null, "The shared fixtures are not here");
        folder = above.resolve("shared/fixtures/livepeer");
    }

    @Test
    void haveTheExpectedValuesShuffledAndRepeated() throws IOException, SQLException {
        try (TestDatabase database = new TestDatabase();
                TestServer server = new TestServer(database)) {
            sendAll(server);
            check(database);
        }
    }

    /** Under the literal rule of wallets other addresses are shown, of the same sessions. */
    @Test
    void theLiteralRuleOfWalletsChangesNoCount() throws IOException, SQLException {
        try (TestDatabase database = new TestDatabase();
                TestServer server = new TestServer(database, Map.of("literal-wallets", "true"))) {
            sendAll(server);
            check(database);
        }
    }

    private void sendAll(TestServer server) throws IOException {
        List<String> lines = new ArrayList<>();
        JsonNode expected = JSON.readTree(Files.readString(folder.resolve("expected-by-spec-004.json")));
        for (String file : expected.propertyNames()) {
            lines.addAll(Files.readAllLines(folder.resolve(file)));
        }
        lines.addAll(List.of(Files.readString(folder.resolve("network_capabilities.trimmed-2-entries.kafka.json"))
                .replace("\n", " ")));
        lines.addAll(lines.subList(0, lines.size() / 2).stream().toList());
        lines.removeIf(String::isBlank);
        Collections.shuffle(lines, new Random(5));
        for (int from = 0; from < lines.size(); from += 37) {
            List<String> batch = lines.subList(from, Math.min(lines.size(), from + 37));
            TestServer.Answer answer = server.postNetwork("", "[" + String.join(",", batch) + "]");
            assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
            assertThat(answer.json().get("rejected")).isEmpty();
        }
    }

    private void check(TestDatabase database) throws IOException, SQLException {
        StoredRows.awaitEmpty(database.dataSource(), "pending_attributions");
        JsonNode expected = JSON.readTree(Files.readString(folder.resolve("expected-by-spec-004.json")));
        int sessions = 0;
        for (JsonNode file : expected) {
            for (Map.Entry<String, JsonNode> session : file.properties()) {
                check(database, session.getKey(), session.getValue());
                sessions++;
            }
        }
        assertThat(sessions).isEqualTo(8);
        assertThat(new Rebuild(database.dataSource()).run(true, progress -> {}).firstDifferences())
                .isEmpty();
    }

    private static void check(TestDatabase database, String id, JsonNode expected) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement select = connection.prepareStatement(
                        "SELECT * FROM fact_workflow_sessions WHERE workflow_session_id = ?")) {
            select.setString(1, id);
            try (ResultSet row = select.executeQuery()) {
                assertThat(row.next()).as(id).isTrue();
                assertThat(row.getBoolean("known_stream"))
                        .isEqualTo(expected.get("known_stream").asInt() == 1);
                assertThat(row.getString("startup_outcome"))
                        .isEqualTo(expected.get("startup_class").asString());
                assertThat(row.getObject("session_start_ts", OffsetDateTime.class)
                                .toInstant())
                        .isEqualTo(OffsetDateTime.parse(
                                        expected.get("session_start").asString())
                                .toInstant());
                assertThat(row.getObject("session_end_ts", OffsetDateTime.class).toInstant())
                        .isEqualTo(
                                OffsetDateTime.parse(expected.get("session_end").asString())
                                        .toInstant());
                assertThat(String.valueOf(row.getObject("startup_ms")))
                        .isEqualTo(expected.get("startup_ms").asString("null"));
                assertThat(String.valueOf(row.getObject("prompt_to_playable_ms")))
                        .isEqualTo(expected.get("prompt_to_playable_ms").asString("null"));
                assertThat(row.getInt("swap_count"))
                        .isEqualTo(expected.get("explicit_swap_events").asInt());
                assertThat(row.getInt("orchestrator_count"))
                        .isEqualTo(
                                expected.get("distinct_orchestrator_addresses").size());
                assertThat(row.getInt("error_count"))
                        .isEqualTo(expected.get("error_count").asInt());
                assertThat(row.getInt("excusable_error_count"))
                        .isEqualTo(expected.get("excusable_error_count").asInt());
                assertThat(row.getObject("closed_ts") != null)
                        .isEqualTo(expected.get("closed").asBoolean());
                assertThat(row.getInt("events_after_close"))
                        .isEqualTo(expected.get("events_after_close").asInt());
                assertThat(row.getInt("status_samples"))
                        .isEqualTo(expected.get("status_samples").asInt());
                assertThat(row.getInt("fps_positive_samples"))
                        .isEqualTo(expected.get("fps_positive_samples").asInt());
            }
        }
    }
}
