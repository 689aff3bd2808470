package dev.weir.server.query.session;

import static dev.weir.server.ingest.Answers.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionEventType;
import dev.weir.server.Problem;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.SentSessions;
import dev.weir.testkit.NetworkJson;
import dev.weir.testkit.SessionTraffic.Sent;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Pages, scopes, long sessions, and questions that are none. */
class SessionQuestionsTest {
    private static final UUID OTHER_ORG = new UUID(7, 7);
    private static final Scope NARROW = new Scope(Scope.LOCAL_ORG, Set.of("staging"), Set.of("west"), "key");
    private static final Scope FOREIGN = new Scope(OTHER_ORG, Set.of(), Set.of(), "key");
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

    private static TestDatabase database;
    private static TestServer server;
    private static SessionsEndpoint sessions;
    private static int told;

    @BeforeAll
    static void start() throws Exception {
        database = new TestDatabase();
        server = new TestServer(database);
        List<Sent> sent = new ArrayList<>();
        for (String env : List.of("production", "staging")) {
            for (String gateway : List.of("west", "east")) {
                for (int i = 0; i < 10; i++) {
                    sent.add(trace(env, gateway, env + "-" + gateway + "-" + i, i / 3));
                }
            }
        }
        SentSessions.send(server, database, sent);
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO organisations (id, name) VALUES ('" + OTHER_ORG + "', 'other')");
        }
        sessions = new SessionsEndpoint(database.dataSource(), Clock.systemUTC());
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    private static Sent trace(String env, String gateway, String stream, int second) {
        return sent(env, gateway, stream, SessionEventType.STREAM_REQUESTED, START.plusSeconds(second), null);
    }

    private static Sent sent(String env, String gateway, String stream, SessionEventType type, Instant at, Double fps) {
        boolean status = type == SessionEventType.STATUS;
        SessionEvent event = new SessionEvent(
                new UUID(0x4000, 0x8000_0000_0000_0000L + told++),
                type,
                status ? "ai_stream_status" : "gateway_receive_stream_request",
                at.toEpochMilli() * 1000,
                env,
                null,
                stream + "|r",
                stream,
                "r",
                gateway,
                null,
                null,
                null,
                null,
                null,
                status ? "ONLINE" : null,
                null,
                fps,
                null);
        return new Sent("env=" + env, NetworkJson.write(event), event, List.of());
    }

    @Test
    void listsAndMetricsKeepToWhatOneMaySee() throws SQLException {
        assertThat(sessions.sessions(NARROW, asked()).items())
                .hasSize(10)
                .allMatch(item -> item.session().env().equals("staging")
                        && item.session().gateway().equals("west"));
        assertThat(sessions.sessions(NARROW, asked("env", "production")).items())
                .isEmpty();
        assertThat(sessions.sessions(NARROW, asked("q", "east")).items()).isEmpty();
        assertThat(sessions.sessions(FOREIGN, asked()).items()).isEmpty();
        SessionMetrics.Answer metrics = sessions.metrics(NARROW, asked("by", "gateway"));
        assertThat(metrics.items()).extracting(SessionMetrics.Item::group).containsExactly("west");
        assertThat(metrics.total().sessions()).isEqualTo(10);
        assertThat(sessions.metrics(NARROW, asked("gateway", "east")).items()).isEmpty();
        assertThat(sessions.metrics(FOREIGN, asked()).items()).isEmpty();
        assertThat(sessions.metrics(FOREIGN, asked()).total().sessions()).isZero();
        assertThat(sessions.metrics(FOREIGN, asked()).total().swapRate()).isNull();
    }

    @Test
    void whatOneMayNotSeeIsUnknown() throws SQLException {
        assertThat(sessions.session(NARROW, "staging-west-1|r", asked()).segments())
                .hasSize(1);
        assertThat(problem(NARROW, "staging-east-1|r"))
                .isEqualTo(problem(NARROW, "nowhere|r").replace("nowhere|r", "staging-east-1|r"));
        assertThat(problem(FOREIGN, "staging-west-1|r")).startsWith("404 unknown_session ");
    }

    private static String problem(Scope scope, String id) {
        Problem[] told = new Problem[1];
        assertThatThrownBy(() -> sessions.session(scope, id, asked()))
                .isInstanceOfSatisfying(Problem.class, problem -> told[0] = problem);
        return told[0].status().value() + " " + told[0].code() + " " + told[0].getMessage();
    }

    private static Parameters asked(String... parameters) {
        List<Parameter> taken = new ArrayList<>(List.of(Parameter.values()));
        taken.removeAll(List.of(Parameter.Q, Parameter.BY, Parameter.STAGE_BY)); // others of the same name
        return Parameters.of(
                parameters.length == 0 ? Map.of() : Map.of(parameters[0], new String[] {parameters[1]}), taken);
    }

    /** Many begin in the same moment, and more come in between. */
    @Test
    void pagesNeitherSkipNorRepeatWhileOthersAreWritten() throws Exception {
        Set<String> before = new LinkedHashSet<>();
        ids(get("sessions?limit=1000&env=production"), before);
        List<String> paged = new ArrayList<>();
        String cursor = "";
        int page = 0;
        do {
            JsonNode answer = get("sessions?env=production&limit=3&cursor=" + cursor);
            assertThat(answer.get("items").size()).isLessThanOrEqualTo(3);
            ids(answer, paged);
            cursor = answer.get("next").isNull() ? null : answer.get("next").asString();
            SentSessions.send(server, database, List.of(trace("production", "west", "more-" + page++, 2)));
        } while (cursor != null);
        assertThat(paged).doesNotHaveDuplicates();
        paged.retainAll(before);
        assertThat(paged).containsExactlyElementsOf(before);
    }

    private static void ids(JsonNode page, java.util.Collection<String> ids) {
        page.get("items").forEach(item -> ids.add(item.get("workflowSessionId").asString()));
    }

    private static JsonNode get(String question) {
        TestServer.Answer answer = server.get("/api/v1/" + question);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json();
    }

    @Test
    void longSessionsAreThinnedEvenly() throws Exception {
        List<Sent> samples = new ArrayList<>();
        for (int i = 0; i < 4_500; i++) {
            samples.add(sent("long", "far", "long", SessionEventType.STATUS, START.plusSeconds(i), (double) i));
        }
        SentSessions.send(server, database, samples);
        JsonNode detail = get("sessions/long%7Cr");
        JsonNode shown = detail.get("samples").get("fps");
        assertThat(detail.get("samplesTotal").asInt()).isEqualTo(4_500);
        assertThat(shown).hasSize(2_000);
        for (int i = 0; i < 2_000; i++) {
            assertThat(shown.get(i).get("fps").asDouble()).isBetween(i * 4499 / 1999.0 - 1, i * 4499 / 1999.0);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sessions?colour=red|unknown_parameter",
                "sessions?by=model|unknown_parameter",
                "sessions?outcome=good|bad_value",
                "sessions?outcome=|bad_value",
                "sessions?activity=asleep|bad_value",
                "sessions?swapped=yes|bad_value",
                "sessions?swapped=true&swapped=true|bad_value",
                "sessions?model=%00|bad_value",
                "sessions?from=yesterday|bad_value",
                "sessions?limit=0|bad_value",
                "sessions?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z|bad_range",
                "sessions?cursor=nonsense|bad_cursor",
                "sessions?cursor=f_________8AAAAAAAAAAAAAAAAAAAAA|bad_cursor",
                "sessions/metrics?by=colour|bad_value",
                "sessions/metrics?by=hour&by=gpu|bad_value",
                "sessions/metrics?outcome=success|unknown_parameter",
                "sessions/metrics?limit=1|unknown_parameter",
                "sessions/staging-west-1%7Cr?env=staging|unknown_parameter",
                "sessions/metrics?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z|bad_range",
            })
    void nonsenseIsRefused(String question, String code) {
        assertProblem(server.get("/api/v1/" + question), 400, code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nowhere", "no%7Cr", "a%2Fb%25%7Cr", "%7C", "%27%3B--", "staging-west-1%7CR"})
    void anUnknownSessionIsNotFound(String id) {
        assertProblem(server.get("/api/v1/sessions/" + id), 404, "unknown_session");
    }
}
