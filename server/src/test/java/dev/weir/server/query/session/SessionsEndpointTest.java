package dev.weir.server.query.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.weir.core.session.SessionEdge;
import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionEventType;
import dev.weir.core.session.SessionRow;
import dev.weir.core.session.SessionRows;
import dev.weir.core.session.SessionRules;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.SentSessions;
import dev.weir.testkit.SessionTraffic;
import dev.weir.testkit.SessionTraffic.Sent;
import dev.weir.testkit.db.TestDatabase;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Every answer on sessions is what the pure functions say, whatever is asked for, and in whatever order it was told. */
class SessionsEndpointTest {
    private static final SessionRules RULES = SessionRules.DEFAULT;
    private static final List<Sent> TRAFFIC = SessionTraffic.of(0, 200);
    private static final List<SessionRows> ROWS = SessionTraffic.rows(TRAFFIC, Scope.LOCAL_ORG, RULES);

    /** When one of them is open. */
    private static final Instant NOW = ROWS.stream()
            .map(SessionRows::session)
            .filter(row -> row.closedTs() == null)
            .map(SessionRow::sessionEndTs)
            .max(Comparator.naturalOrder())
            .orElseThrow()
            .plusSeconds(60);

    private static final Instant IDLE_SINCE = NOW.minusNanos(RULES.idleMicros() * 1000);
    private static final SessionOracle ORACLE = new SessionOracle(ROWS, IDLE_SINCE);

    private static final Instant FROM = Instant.parse("2025-03-01T10:20:30.456Z");
    private static final Instant TO = Instant.parse("2025-09-17T21:10:00.001Z");

    private static TestDatabase database;
    private static TestServer server;

    /** In two parts: what is told late corrects what was answered before. */
    @BeforeAll
    static void start() throws Exception {
        database = new TestDatabase();
        server = new TestServer(database, Map.of("max-future", "9000h"), Clock.fixed(NOW, ZoneOffset.UTC));
        List<Sent> first = TRAFFIC.subList(0, TRAFFIC.size() / 2);
        SentSessions.send(server, database, first);
        SessionOracle then = new SessionOracle(SessionTraffic.rows(first, Scope.LOCAL_ORG, RULES), IDLE_SINCE);
        then.checkList(get("sessions?limit=1000").get("items"), row -> true);
        then.checkMetrics(get("sessions/metrics?by=orchestrator"), "orchestrator", row -> true);
        SentSessions.send(server, database, TRAFFIC.subList(TRAFFIC.size() / 2, TRAFFIC.size()));
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    private static JsonNode get(String question) {
        TestServer.Answer answer = server.get("/api/v1/" + question);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json();
    }

    /** A question, and which sessions it is about. */
    private enum Asked {
        ALL("", row -> true),
        STAGING("env=staging", row -> row.env().equals("staging")),
        NOWHERE("env=nowhere", row -> false),
        SERVICES(
                "service=gateway-1&service=studio",
                row -> Set.of("gateway-1", "studio").contains(row.serviceKey())),
        NO_GATEWAY("gateway=", row -> row.gateway() == null),
        ORCHESTRATORS(
                "orchestrator=0xAA01&orchestrator=0xaa03",
                row -> Set.of("0xaa01", "0xaa03").contains(String.valueOf(row.orchestratorAddress()))),
        MODEL("model=sdxl", row -> "sdxl".equals(row.modelId())),
        NO_MODEL_OR_ONE(
                "model=&model=faceid",
                row -> row.modelId() == null || row.modelId().equals("faceid")),
        GPU("gpu=GPU-1", row -> "GPU-1".equals(row.gpuId())),
        PIPELINE("pipeline=sdxl-v2v&pipeline=none", row -> "sdxl-v2v".equals(row.pipeline())),
        RANGE("from=" + FROM + "&to=" + TO, row -> isIn(row, FROM, TO)),
        SINCE("from=" + FROM, row -> isIn(row, FROM, Instant.MAX)),
        UNTIL("to=2025-06-01T00:00:00Z", row -> isIn(row, Instant.MIN, Instant.parse("2025-06-01T00:00:00Z"))),
        WHOLE_DAYS(
                "from=2025-02-01T00:00:00Z&to=2025-11-01T00:00:00Z",
                row -> isIn(row, Instant.parse("2025-02-01T00:00:00Z"), Instant.parse("2025-11-01T00:00:00Z"))),
        NO_TIME("from=" + FROM + "&to=" + FROM, row -> false);

        final String query;
        final Predicate<SessionRow> wanted;

        Asked(String query, Predicate<SessionRow> wanted) {
            this.query = query;
            this.wanted = wanted;
        }
    }

    /** A question that only the list takes. */
    private enum AskedOfList {
        SUCCESS("outcome=success", row -> row.startupSuccess()),
        FAILURES("outcome=excused&outcome=unexcused", row -> row.startupExcused() || row.startupUnexcused()),
        SWAPPED("swapped=true", SessionRow::sessionHasSwap),
        NOT_SWAPPED("swapped=false", row -> !row.sessionHasSwap()),
        OPEN("activity=open", row -> ORACLE.activity(row).equals("open")),
        CLOSED("activity=closed", row -> ORACLE.activity(row).equals("closed")),
        IDLE("activity=idle", row -> ORACLE.activity(row).equals("idle")),
        NOT_CLOSED("activity=idle&activity=open", row -> row.closedTs() == null),
        SEARCH("q=S%2F1", row -> row.workflowSessionId().contains("s/1")),
        SEARCH_OF_ODD("q=%252f", row -> true),
        SEARCH_ERROR("q=RESET+by", row -> String.valueOf(row.lastError()).contains("reset by")),
        SEARCH_FOR_NOTHING("q=%25%5F", row -> false),
        SOME(
                "outcome=success&swapped=true&gateway=gateway-1&activity=closed",
                row -> row.startupSuccess()
                        && row.sessionHasSwap()
                        && "gateway-1".equals(row.gateway())
                        && row.closedTs() != null);

        final String query;
        final Predicate<SessionRow> wanted;

        AskedOfList(String query, Predicate<SessionRow> wanted) {
            this.query = query;
            this.wanted = wanted;
        }
    }

    private static boolean isIn(SessionRow row, Instant from, Instant to) {
        return !row.sessionStartTs().isBefore(from) && row.sessionStartTs().isBefore(to);
    }

    @ParameterizedTest
    @EnumSource
    void listsWhatIsAskedFor(Asked asked) {
        ORACLE.checkList(get("sessions?limit=1000&" + asked.query).get("items"), asked.wanted);
    }

    @ParameterizedTest
    @EnumSource
    void listsWhatFits(AskedOfList asked) {
        ORACLE.checkList(get("sessions?limit=1000&" + asked.query).get("items"), asked.wanted);
        assertThat(asked == AskedOfList.SEARCH_FOR_NOTHING)
                .isEqualTo(ORACLE.rows(asked.wanted).isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void addsUpWhatIsAskedFor(Asked asked) {
        for (String by : SessionOracle.GROUPINGS.keySet()) {
            ORACLE.checkMetrics(get("sessions/metrics?by=" + by + "&" + asked.query), by, asked.wanted);
        }
    }

    /** The way that figures with many values take, with few. */
    @ParameterizedTest
    @EnumSource(names = {"ALL", "STAGING", "NO_MODEL_OR_ONE", "RANGE", "SINCE", "UNTIL", "WHOLE_DAYS", "NO_TIME"})
    void fromRollUpsCountsAreExactAndPercentilesWithinOnePercent(Asked asked) throws SQLException {
        List<SessionRow> rows = ORACLE.rows(asked.wanted);
        for (int mostExact : new int[] {0, 10}) { // with the latter some from rows, some not
            for (SessionGrouping by : SessionGrouping.values()) {
                SessionMetrics.Answer answer = metrics(asked, by, mostExact);
                answer.items()
                        .forEach(item -> checkRough(
                                item,
                                mostExact,
                                rows.stream()
                                        .filter(row -> Objects.equals(
                                                SessionOracle.GROUPINGS
                                                        .get(by.label())
                                                        .apply(row),
                                                item.group()))
                                        .toList()));
                checkRough(answer.total(), mostExact, rows);
            }
        }
    }

    private static SessionMetrics.Answer metrics(Asked asked, SessionGrouping by, int mostExact) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            return new SessionMetrics(connection, SessionFilter.of(parameters(asked.query)), by, mostExact)
                    .find(Scope.LOCAL);
        }
    }

    private static Parameters parameters(String query) {
        Map<String, String[]> raw = new java.util.HashMap<>();
        for (String pair : query.isEmpty() ? new String[0] : query.split("&")) {
            String[] parts = pair.split("=", 2);
            List<String> values = new ArrayList<>(List.of(raw.getOrDefault(parts[0], new String[0])));
            values.add(parts[1]);
            raw.put(parts[0], values.toArray(String[]::new));
        }
        return Parameters.of(raw, List.of(Parameter.ENV, Parameter.MODEL, Parameter.FROM, Parameter.TO));
    }

    private static void checkRough(SessionMetrics.Item item, int mostExact, List<SessionRow> rows) {
        assertThat(item.sessions()).isEqualTo(rows.size());
        check(item.startupMs(), mostExact, SessionOracle.values(rows, SessionRow::startupMs));
        check(item.e2eProxyMs(), mostExact, SessionOracle.values(rows, SessionRow::e2eProxyMs));
        check(item.promptToPlayableMs(), mostExact, SessionOracle.values(rows, SessionRow::promptToPlayableMs));
        check(item.gatewayRunnerLagMs(), mostExact, SessionOracle.values(rows, SessionRow::gatewayRunnerLagMs));
    }

    private static void check(LatencyValues.Figure figure, int mostExact, long[] sorted) {
        assertThat(figure.n()).isEqualTo(sorted.length);
        assertThat(figure.approximate()).isEqualTo(sorted.length > mostExact);
        if (sorted.length > 0) {
            assertThat(figure.p50Ms()).isCloseTo(SessionOracle.percentile(sorted, 0.5), withinPercentage(1));
            assertThat(figure.p95Ms()).isCloseTo(SessionOracle.percentile(sorted, 0.95), withinPercentage(1));
            assertThat(figure.p99Ms()).isCloseTo(SessionOracle.percentile(sorted, 0.99), withinPercentage(1));
        }
    }

    @Test
    void tellsEverythingOfOne() {
        Map<String, List<SessionEvent>> events = SessionTraffic.sessions(TRAFFIC);
        for (SessionRows rows : ROWS) {
            String id = rows.session().workflowSessionId();
            JsonNode detail = get("sessions/" + encoded(id));
            ORACLE.checkSession(detail.get("session"), rows.session());
            check(detail.get("segments"), rows.segments());
            check(detail.get("parameterUpdates"), rows.parameterUpdates());
            assertThat(detail.get("edges")).hasSameSizeAs(rows.edges());
            for (int i = 0; i < rows.edges().size(); i++) {
                SessionEdge edge = rows.edges().get(i);
                SessionOracle.check(detail.get("edges").get(i), SessionDetail.Edge.of(edge));
            }
            checkEvents(detail, Objects.requireNonNull(events.get(id)));
        }
    }

    private static void check(JsonNode items, List<? extends Record> rows) {
        assertThat(items).hasSameSizeAs(rows);
        for (int i = 0; i < rows.size(); i++) {
            SessionOracle.check(items.get(i), rows.get(i));
        }
    }

    private static void checkEvents(JsonNode detail, List<SessionEvent> events) {
        List<SessionEvent> ordered = new ArrayList<>(events);
        ordered.sort(Comparator.comparing(SessionEvent::order));
        List<String> errors = new ArrayList<>();
        List<String> swaps = new ArrayList<>();
        List<String> fps = new ArrayList<>();
        List<String> jitter = new ArrayList<>();
        for (SessionEvent event : ordered) {
            String at = SessionOracle.time(Instant.ofEpochMilli(event.at() / 1000));
            if (event.type() == SessionEventType.ERROR) {
                boolean excusable = event.message() != null && !event.message().startsWith("connection");
                errors.add(at + " " + event.message() + " " + excusable + " " + event.id());
            } else if (event.type() == SessionEventType.SWAPPED) {
                swaps.add(at + " " + event.id());
            } else if (event.type() == SessionEventType.STATUS) {
                fps.add(at + " " + event.fps() + " " + event.streamState());
            } else if (event.type() == SessionEventType.INGEST_METRICS) {
                jitter.add(at + " " + event.jitter());
            }
        }
        assertThat(words(detail.get("errors"))).isEqualTo(errors);
        assertThat(words(detail.get("swaps"))).isEqualTo(swaps);
        assertThat(words(detail.get("samples").get("fps"))).isEqualTo(fps);
        assertThat(words(detail.get("samples").get("jitter"))).isEqualTo(jitter);
        assertThat(detail.get("samplesTotal").asInt()).isEqualTo(fps.size() + jitter.size());
    }

    private static List<String> words(JsonNode items) {
        List<String> words = new ArrayList<>();
        items.forEach(item -> {
            List<String> values = new ArrayList<>();
            item.forEach(value -> values.add(value.isNull() ? "null" : value.asString()));
            words.add(String.join(" ", values));
        });
        return words;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Test
    void theTrafficHasSomethingOfEverything() {
        List<SessionRow> rows = ORACLE.rows(row -> true);
        assertThat(rows).hasSize(200);
        assertThat(rows).extracting(ORACLE::activity).contains("open", "closed", "idle");
        assertThat(rows).extracting(SessionRow::startupOutcome).hasSizeGreaterThan(3);
        assertThat(rows).anyMatch(row -> row.segmentCount() > 2).anyMatch(row -> row.parameterUpdateCount() > 1);
        assertThat(rows).anyMatch(row -> row.edgeInversions() > 0).anyMatch(row -> row.gpuId() != null);
        assertThat(rows).anyMatch(row -> row.gateway() == null).anyMatch(row -> row.orchestratorAddress() == null);
    }
}
