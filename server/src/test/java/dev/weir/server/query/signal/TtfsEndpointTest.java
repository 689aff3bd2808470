package dev.weir.server.query.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.weir.core.stage.StageBuckets;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Micros;
import dev.weir.testkit.db.TestDatabase;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Answers on telemetry are what the views' SQL says, for one organisation and with times of signals that were shown. */
class TtfsEndpointTest {
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MICROS);
    private static final String OTHERS = "'00000000-0000-8000-8000-0000000000ff'";
    private static final String LOCAL = "'" + Scope.LOCAL_ORG + "'";

    /** Mostly of the last two days; none of the minutes in which the views' ranges begin. */
    private static final String SOME = """
            SELECT setseed(0.42);
            INSERT INTO scheduler.ttfs_events (ts, tenant_id, job_id, surface, event_type, ttfs_ms, cache_hit)
            SELECT ts, tenant, gen_random_uuid(), surface, type, ms, hit
            FROM (SELECT timestamptz '%1$s' - interval '1 second' * (CASE WHEN random() < 0.8 THEN 2 ELSE 110 END * 86400 * random()) AS ts,
                         CASE WHEN random() < 0.8 THEN %2$s ELSE %3$s END::uuid AS tenant,
                         (ARRAY['ui', 'ui', 'ui', 'cli', 'ci'])[1 + floor(5 * random())] AS surface,
                         (ARRAY['signal.start', 'signal.rendered', 'signal.rendered', 'signal.rendered', 'signal.timeout',
                                'signal.error', 'signal.cache_hit', 'signal.cold_start'])[1 + floor(8 * random())] AS type,
                         floor(exp(3 + 6 * random() * random()) * (random() < 0.97)::int)::int AS ms, random() < 0.4 AS hit
                  FROM generate_series(1, 6000)) AS made
            WHERE NOT EXISTS (SELECT FROM (VALUES (1), (7), (90)) AS d(days)
                              WHERE abs(extract(epoch FROM timestamptz '%1$s' - ts) - 86400 * days) < 300)
            """.formatted(NOW, LOCAL, OTHERS);

    private static final int FEW = 5;

    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() throws SQLException {
        database = new TestDatabase();
        server = new TestServer(database);
        execute(SOME);
        String row =
                "{\"eventType\":\"signal.rendered\",\"timestamp\":\"%s\",\"jobId\":\"%s\",\"surface\":\"ci\",\"ttfsMs\":%d}";
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            rows.add(row.formatted(NOW.minusSeconds(i * 600L), Scope.LOCAL_ORG, 1990 + i));
        }
        assertThat(server.postTelemetry("", rows.toString())
                        .json()
                        .get("accepted")
                        .asInt())
                .isEqualTo(50);
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<Map<String, String>> rows(String sql) throws SQLException {
        return rows(database, sql);
    }

    /** What SQL says, in UTC, each value as {@link #text} has it. */
    private static List<Map<String, String>> rows(TestDatabase database, String sql) throws SQLException {
        List<Map<String, String>> rows = new ArrayList<>();
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET TIME ZONE 'UTC'");
            try (ResultSet row = statement.executeQuery(sql)) {
                while (row.next()) {
                    Map<String, String> values = new LinkedHashMap<>();
                    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                        Object value = row.getObject(i);
                        values.put(
                                camelCase(row.getMetaData().getColumnLabel(i)),
                                value instanceof java.sql.Timestamp time
                                        ? time.toInstant().toString()
                                        : text(String.valueOf(value)));
                    }
                    rows.add(values);
                }
            }
        }
        return rows;
    }

    private static String camelCase(String column) {
        StringBuilder name = new StringBuilder();
        for (String part : column.split("_")) {
            name.append(name.length() == 0 ? part : Character.toUpperCase(part.charAt(0)) + part.substring(1));
        }
        return name.toString();
    }

    private static String text(String value) {
        return value.matches("-?[0-9.]+(E-?[0-9]+)?")
                ? new BigDecimal(value).setScale(6, RoundingMode.HALF_UP).toPlainString()
                : value;
    }

    private static JsonNode items(String question) {
        TestServer.Answer answer = server.get("/api/v1/ttfs/" + question);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json().get("items");
    }

    /** Of each item what the rows have, too. */
    private static void assertSame(JsonNode items, List<Map<String, String>> rows) {
        List<Map<String, String>> told = new ArrayList<>();
        for (JsonNode item : items) {
            Map<String, String> values = new LinkedHashMap<>();
            for (String name : rows.isEmpty() ? Set.<String>of() : rows.get(0).keySet()) {
                JsonNode value = item.get(name);
                boolean time = name.equals("hour") || name.equals("day");
                values.put(name, time ? Instant.parse(value.asString()).toString() : text(value.asString("null")));
            }
            told.add(values);
        }
        assertThat(told).isEqualTo(rows);
    }

    @Test
    void breachesAreThoseOfTheView() throws SQLException {
        List<Map<String, String>> rows = rows(
                "SELECT * FROM scheduler.ttfs_slo_breaches WHERE tenant_id = " + LOCAL + " ORDER BY hour, surface");
        assertThat(rows).hasSizeGreaterThan(50);
        assertSame(items("breaches"), rows);
    }

    @Test
    void daysAreThoseOfTheViewWithTimesOfSignalsThatWereShown() throws SQLException {
        assertSame(
                items("daily"),
                rows("SELECT day, tenant_id, surface, event_count, cache_hit_rate, error_count"
                        + " FROM scheduler.ttfs_daily_summary WHERE tenant_id = " + LOCAL + " ORDER BY day, surface"));
        assertSame(items("daily"), rows("""
                        SELECT date_trunc('day', ts) AS day, surface,
                               avg(ttfs_ms) FILTER (WHERE event_type = 'signal.rendered') AS avg_ms,
                               percentile_cont(0.50) WITHIN GROUP (ORDER BY ttfs_ms) FILTER (WHERE event_type = 'signal.rendered') AS p50_ms,
                               percentile_cont(0.95) WITHIN GROUP (ORDER BY ttfs_ms) FILTER (WHERE event_type = 'signal.rendered') AS p95_ms,
                               'false' AS approximate
                        FROM scheduler.ttfs_events WHERE tenant_id = %s AND ts >= now() - interval '90 days'
                        GROUP BY 1, 2 ORDER BY 1, 2
                        """.formatted(LOCAL)));
    }

    /** The view has no tenant: it is asked of a database that has only one, and only signals that were shown. */
    @Test
    void hoursAndDaysAreThoseOfTheViewsWhereTheseMeanTheSame() throws SQLException {
        try (TestDatabase plain = new TestDatabase();
                TestServer other = new TestServer(plain);
                Connection connection = plain.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(SOME);
            statement.execute(
                    "DELETE FROM scheduler.ttfs_events WHERE event_type <> 'signal.rendered' OR tenant_id = " + OTHERS);
            for (String view : List.of("hourly", "daily")) {
                String order = view.equals("hourly") ? "hour, surface, cache_hit" : "day, surface";
                String sql = "SELECT * FROM scheduler.ttfs_" + view + "_summary ORDER BY " + order;
                assertSame(other.get("/api/v1/ttfs/" + view).json().get("items"), rows(plain, sql));
            }
        }
    }

    /** Parts of hours, at both ends. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "PT48H|PT0S||true",
                "PT47H13M7.123456S|PT20M||true",
                "PT31H59M|PT31H10M|surface=ui|surface = 'ui'",
                "PT5M|PT4M||true",
                "PT40H|PT3H|surface=ci&surface=cli|surface IN ('ci', 'cli')",
                "PT46H30M|PT1S|cacheHit=true|cache_hit",
                "PT2000H|PT30H30M|cacheHit=false&surface=ui|NOT cache_hit AND surface = 'ui'",
                "PT2H|PT2H||true",
            })
    void anyRangeIsCountedExactly(Duration from, Duration to, String filter, String condition) throws SQLException {
        String range = "?from=" + NOW.minus(from) + "&to=" + NOW.minus(to) + (filter == null ? "" : "&" + filter);
        String where = " FROM scheduler.ttfs_events WHERE tenant_id = %s AND ts >= '%s' AND ts < '%s' AND (%s)"
                .formatted(LOCAL, NOW.minus(from), NOW.minus(to), condition);
        String shown = " FILTER (WHERE event_type = 'signal.rendered')";
        assertSame(
                items("hourly" + range),
                rows("SELECT date_trunc('hour', ts) AS hour, surface, cache_hit, count(*) AS event_count, count(*)"
                        + shown
                        + " AS total_signals, avg(ttfs_ms)" + shown + " AS avg_ms, min(ttfs_ms)" + shown
                        + " AS min_ms, max(ttfs_ms)" + shown + " AS max_ms, percentile_cont(0.99) WITHIN GROUP"
                        + " (ORDER BY ttfs_ms)" + shown + " AS p99_ms, count(*)"
                        + shown.replace("rendered'", "rendered' AND ttfs_ms > 2000") + " AS over_p50_slo"
                        + where + " GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"));
        assertSame(
                items("daily" + range),
                rows("SELECT date_trunc('day', ts) AS day, surface, count(*) AS event_count, avg(cache_hit::int) AS"
                        + " cache_hit_rate, percentile_cont(0.95) WITHIN GROUP (ORDER BY ttfs_ms)" + shown
                        + " AS p95_ms, round(100.0 * count(*)"
                        + shown.replace("rendered'", "rendered' AND ttfs_ms <= 5000")
                        + " / nullif(count(*)" + shown + ", 0), 2) AS p95_compliance_pct" + where
                        + " GROUP BY 1, 2 ORDER BY 1, 2"));
        assertSame(
                items("breaches" + range),
                rows("SELECT date_trunc('hour', ts) AS hour, surface, count(*) AS total_signals, count(*) FILTER (WHERE"
                        + " ttfs_ms > 5000) AS p95_breaches" + where
                        + " AND event_type = 'signal.rendered' GROUP BY 1, 2 ORDER BY 1, 2"));
    }

    @ParameterizedTest
    @EnumSource(TtfsGrouping.class)
    void manyValuesAreToldFromBucketsWithinOnePerCent(TtfsGrouping grouping) throws SQLException {
        TtfsFilter filter = new TtfsFilter(
                Scope.LOCAL_ORG,
                Micros.of(NOW.minus(Duration.ofMinutes(2871))),
                Micros.of(NOW.minusSeconds(77)),
                Set.of(),
                null);
        try (Connection connection = database.dataSource().getConnection()) {
            SortedMap<TtfsFigures.Key, TtfsGroup> exact =
                    new TtfsFigures(connection, filter, grouping, 100_000).countsAndTimes();
            SortedMap<TtfsFigures.Key, TtfsGroup> roughly =
                    new TtfsFigures(connection, filter, grouping, FEW).countsAndTimes();
            assertThat(roughly.keySet()).isEqualTo(exact.keySet());
            exact.forEach((key, group) -> assertNear(group, roughly.get(key)));
            assertThat(roughly.values()).anyMatch(group -> group.times().approximate());
        }
    }

    private static void assertNear(TtfsGroup exact, TtfsGroup roughly) {
        assertThat(roughly.signals).isEqualTo(exact.signals);
        assertThat(roughly.avgMs()).isEqualTo(exact.avgMs());
        assertThat(roughly.times().approximate()).isEqualTo(exact.signals > FEW);
        if (exact.signals > 0) {
            near(roughly.times().p50Ms(), exact.times().p50Ms());
            near(roughly.times().p95Ms(), exact.times().p95Ms());
            near(roughly.times().p99Ms(), exact.times().p99Ms());
            near((double) roughly.times().minMs(), (double) exact.times().minMs());
            near((double) roughly.times().maxMs(), (double) exact.times().maxMs());
        }
    }

    private static void near(Double roughly, Double exact) {
        assertThat(roughly).isCloseTo(exact, withinPercentage(1));
    }

    @Test
    void theDatabaseSortsTimesIntoTheSameBuckets() throws SQLException {
        for (Map<String, String> row : rows("SELECT ms, ttfs_bucket(ms) AS bucket FROM (SELECT 130 * i / 7 AS ms"
                + " FROM generate_series(0, 3000) AS i UNION SELECT (2 ^ i)::bigint::int - j FROM generate_series(0, 30) AS i,"
                + " generate_series(0, 1) AS j UNION SELECT 2147483647) AS times")) {
            assertThat(new BigDecimal(row.get("bucket")).intValueExact())
                    .isEqualTo(StageBuckets.of(new BigDecimal(row.get("ms")).longValueExact()));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hourly?surface=tv",
                "daily?cacheHit=maybe",
                "breaches?from=then",
                "hourly?env=prod",
                "daily?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z",
            })
    void whatIsNotUnderstoodIsRefused(String question) {
        assertThat(server.get("/api/v1/ttfs/" + question).status()).isEqualTo(400);
    }

    @Test
    void farRangesAreEmptyAndNotTooMuch() {
        assertThat(items("hourly?from=0001-01-01T00:00:00Z&to=0001-01-01T00:00:01Z"))
                .isEmpty();
        assertThat(items("daily?to=0001-01-01T00:00:00Z")).isEmpty();
        assertThat(items("breaches?from=9999-01-01T00:00:00Z")).isEmpty();
        assertThat(items("hourly?from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59Z"))
                .isNotEmpty();
    }
}
