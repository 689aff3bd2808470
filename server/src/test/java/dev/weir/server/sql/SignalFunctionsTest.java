package dev.weir.server.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.server.TestServer;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** The functions, views, checks and the channel of the specification, called from SQL as it prints them. */
class SignalFunctionsTest {
    private static final String TENANT = "'00000000-0000-8000-8000-0000000000aa'::uuid";
    private static final String JOB = "'00000000-0000-8000-8000-0000000000bb'::uuid";
    private static final int MOST_MS = 5_000; // on a machine that does other things as well

    private static TestDatabase database;
    private Connection connection;

    @BeforeAll
    static void migrate() {
        database = new TestDatabase();
        new TestServer(database).close();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @BeforeEach
    void begin() throws SQLException {
        connection = database.dataSource().getConnection();
        connection.setAutoCommit(false);
    }

    @AfterEach
    void rollBack() throws SQLException {
        connection.rollback();
        connection.close();
    }

    private List<String> texts(String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                texts.add(row.getString(1));
            }
        }
        return texts;
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void aSnapshotIsReplacedButForWhatItDoesNotTell() throws SQLException {
        execute("SELECT scheduler.upsert_first_signal_snapshot(" + JOB + ", " + TENANT
                + ", NULL, 'queued', 'unknown', 'Waits',"
                + " 30, '{\"status\":\"failed\"}', '[{\"label\":\"Look\",\"href\":\"/\"}]', '{\"queue_position\":3}')");
        assertThat(texts("SELECT (s).kind || (s).phase || (s).summary || coalesce((s).eta_seconds::text, '-')"
                        + " || (s).last_known_outcome || coalesce((s).next_actions::text, '-') || (s).diagnostics"
                        + " FROM scheduler.upsert_first_signal_snapshot(p_job_id => " + JOB + ", p_tenant_id => "
                        + TENANT
                        + ", p_run_id => NULL, p_kind => 'started', p_phase => 'fetch', p_summary => 'Fetches') AS s"))
                .containsExactly("startedfetchFetches-{\"status\": \"failed\"}-{}");
        assertThat(texts("SELECT count(*) FROM scheduler.first_signal_snapshots WHERE job_id = " + JOB))
                .containsExactly("1");
        assertThatThrownBy(() -> execute("SELECT scheduler.upsert_first_signal_snapshot(" + JOB + ", " + TENANT
                        + ", NULL, 'exploded', 'fetch', 'x')"))
                .hasMessageContaining("kind");
    }

    @Test
    void listenersHearOfSnapshots() throws SQLException {
        try (Connection listener = database.dataSource().getConnection();
                Statement listen = listener.createStatement()) {
            listen.execute("LISTEN ttfs_signal_update");
            execute("SELECT scheduler.upsert_first_signal_snapshot(" + JOB + ", " + TENANT
                    + ", NULL, 'phase', 'analyze', 'Analyzes')");
            connection.commit();
            PGNotification[] heard =
                    listener.unwrap(PGConnection.class).getNotifications((int) TimeUnit.SECONDS.toMillis(30));
            assertThat(heard).hasSize(1);
            assertThat(heard[0].getName()).isEqualTo("ttfs_signal_update");
            assertThat(heard[0].getParameter())
                    .contains("0000000000bb", "0000000000aa", "\"kind\" : \"phase\"", "\"phase\" : \"analyze\"");
        } finally {
            execute("DELETE FROM scheduler.first_signal_snapshots");
            connection.commit();
        }
    }

    @Test
    void telemetryIsRecordedAndCheckedAndShownByTheViews() throws SQLException {
        assertThat(texts("SELECT (e).surface || (e).event_type || (e).ttfs_ms || (e).cache_hit || (e).metadata"
                        + " FROM scheduler.record_ttfs_event(" + TENANT + ", " + JOB
                        + ", 'ui', 'signal.rendered', 2500) AS e"))
                .containsExactly("uisignal.rendered2500false{}");
        execute("SELECT scheduler.record_ttfs_event(" + TENANT + ", " + JOB
                + ", 'ui', 'signal.error', 6000, true, 'cold_start',"
                + " 'failed', 'fetch', NULL, 'c', 'E1', '{\"a\":1}')");
        execute("INSERT INTO scheduler.ttfs_events (tenant_id, job_id, surface, event_type, ttfs_ms)" + " VALUES ("
                + TENANT + ", " + JOB + ", 'ui', 'signal.rendered', 1500)");
        assertThat(texts(
                        "SELECT surface || cache_hit || event_count || round(avg_ms) || p50_ms || over_p50_slo || over_p95_slo"
                                + " FROM scheduler.ttfs_hourly_summary ORDER BY cache_hit"))
                .containsExactly("uifalse22000200010", "uitrue16000600011");
        assertThat(texts("SELECT event_count || ' ' || round(cache_hit_rate::numeric, 2) || ' ' || error_count"
                        + " FROM scheduler.ttfs_daily_summary WHERE tenant_id = " + TENANT))
                .containsExactly("3 0.33 1");
        assertThat(texts(
                        "SELECT total_signals || ' ' || p50_breaches || ' ' || p95_breaches || ' ' || p50_compliance_pct || ' '"
                                + " || p95_compliance_pct FROM scheduler.ttfs_slo_breaches WHERE tenant_id = "
                                + TENANT))
                .containsExactly("2 1 0 50.00 100.00");
        assertThatThrownBy(() -> execute(
                        "SELECT scheduler.record_ttfs_event(" + TENANT + ", " + JOB + ", 'tv', 'signal.rendered', 1)"))
                .hasMessageContaining("surface");
    }

    private void sign(String outcome, String pattern, double confidence, int samples) throws SQLException {
        execute(
                "INSERT INTO scheduler.failure_signatures (tenant_id, signature_hash, pattern, outcome, confidence, sample_count)"
                        + " VALUES (" + TENANT + ", md5('" + outcome + pattern.replace("'", "''") + "'), '"
                        + pattern.replace("'", "''") + "', '{\"likely_cause\":\"" + outcome + "\"}', " + confidence
                        + ", " + samples
                        + ")");
    }

    private List<String> matched(String phase, String code, String image) throws SQLException {
        return texts("SELECT outcome->>'likely_cause' FROM scheduler.match_failure_signature(" + TENANT + ", " + phase
                + ", " + code + ", " + image + ")");
    }

    @Test
    void theMostCertainSignatureThatFitsIsFound() throws SQLException {
        sign("code", "{\"phase\":\"fetch\",\"error_code\":\"E1\"}", 0.5, 3);
        sign("more samples", "{\"phase\":\"fetch\",\"error_code\":\"E1\"}", 0.5, 4);
        sign("image", "{\"error_code\":\"E1\",\"image_pattern\":\"registry.io/.*:v1.*\"}", 0.9, 1);
        sign("anything", "{}", 0.1, 1);
        sign("any code", "{\"phase\":\"policy\"}", 0.3, 1);
        assertThat(matched("'fetch'", "'E1'", "'registry.io/app:v1.2'")).containsExactly("image");
        assertThat(matched("'fetch'", "'E1'", "'registry.io/app:v2'")).containsExactly("more samples");
        assertThat(matched("'fetch'", "'E1'", "NULL")).containsExactly("more samples");
        assertThat(matched("'policy'", "'E2'", "NULL")).containsExactly("any code");
        assertThat(matched("NULL", "NULL", "NULL")).containsExactly("anything");
        execute(
                "UPDATE scheduler.failure_signatures SET enabled = false WHERE outcome->>'likely_cause' = 'more samples'");
        execute(
                "UPDATE scheduler.failure_signatures SET expires_at = now() WHERE outcome->>'likely_cause' = 'anything'");
        assertThat(matched("'fetch'", "'E1'", "NULL")).containsExactly("code");
        assertThat(matched("'fetch'", "'E9'", "NULL")).isEmpty();
        assertThat(texts("SELECT signature_id || ' ' || confidence FROM scheduler.match_failure_signature("
                        + "p_tenant_id => gen_random_uuid(), p_phase => 'fetch', p_error_code => 'E1')"))
                .isEmpty();
    }

    /** Plain ones behind many that do not fit are found all the same. */
    @Test
    void patternsThatDoNotFitHideNothing() throws SQLException {
        sign("plain", "{\"error_code\":\"E1\"}", 0.1, 1);
        execute("INSERT INTO scheduler.failure_signatures (tenant_id, signature_hash, pattern, outcome, confidence)"
                + " SELECT " + TENANT + ", i::text, jsonb_build_object('image_pattern', 'app-' || i || '$'), '{}', 0.8"
                + " FROM generate_series(1, 1000) AS i");
        assertThat(matched("'fetch'", "'E1'", "'registry/other'")).containsExactly("plain");
        assertThat(texts(
                        "SELECT signature_hash FROM scheduler.failure_signatures JOIN scheduler.match_failure_signature("
                                + TENANT + ", 'fetch', 'E1', 'registry/app-77') ON id = signature_id"))
                .containsExactly("77");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a*)*\\\\1b",
                "(x+x+)+y(?=z)",
                "(?<!a)b",
                "((a{100}){100}){100}",
                "(x?x?x?x?x?){50}x{50}",
                "((((((((((.*)*)*)*)*)*)*)*)*)*)*",
                "(unbalanced",
                "[a-",
                "a{2,1}",
                "(?i)x",
                "a{99999999999999999999}",
                "EEE",
            })
    void hostilePatternsAreRefusedAtOnce(String sent) throws SQLException {
        String pattern = sent.equals("EEE") ? "e".repeat(100_000) : sent;
        long started = System.nanoTime();
        assertThatThrownBy(() -> sign("hostile", "{\"image_pattern\":\"" + pattern + "\"}", 1, 1))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22023"))
                .hasMessageContaining("image_pattern");
        connection.rollback();
        sign("fine", "{\"image_pattern\":\"x\"}", 1, 1);
        assertThatThrownBy(() -> execute("UPDATE scheduler.failure_signatures SET pattern ="
                        + " jsonb_build_object('image_pattern', '" + pattern.replace("\\\\", "\\") + "')"))
                .hasMessageContaining("image_pattern");
        assertThat(millisSince(started)).isLessThan(MOST_MS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "registry.io/.*:v1.*",
                "^registry\\\\.io/[a-z]{2,20}/[a-z]{2,20}:v[0-9]{1,3}$",
                "app@sha256:[0-9a-f]{64}",
                "(?:a|b)\\\\(?[[:alpha:]]+[]x]",
                "(a|b|c)+(d|e)*",
            })
    void ordinaryPatternsAreTaken(String pattern) throws SQLException {
        sign("fine", "{\"image_pattern\":\"" + pattern + "\"}", 1, 1);
        assertThat(matched("NULL", "NULL", "'-'")).isEmpty();
    }

    /** With the worst that is taken, and what somebody slipped in past every check. */
    @Test
    void neitherHangsNorFailsTheMatchOfOthers() throws SQLException {
        execute("ALTER TABLE scheduler.failure_signatures DROP CONSTRAINT failure_signatures_image_pattern");
        sign("invalid", "{\"image_pattern\":\"(((\"}", 1, 9);
        sign("enormous", "{\"image_pattern\":\"" + "(a|b)*".repeat(20_000) + "\"}", 1, 8);
        sign("backtracking", "{\"image_pattern\":\"^(a*)*(a*)*\\\\1\\\\2(a*)*!$\"}", 1, 7);
        sign("looking", "{\"image_pattern\":\"(?=(a+)+!)a\"}", 1, 6);
        sign("no text", "{\"image_pattern\":{\"x\":[]}}", 1, 5);
        for (int i = 0; i < 20; i++) {
            sign("worst " + i, "{\"image_pattern\":\"(x?x?x?x?){2}" + "(.?.?){30}y" + i + "\"}", 1, 4);
        }
        sign("right", "{\"image_pattern\":\"a$\"}", 0.5, 1);
        String image = "'" + "a".repeat(5_000) + "'";
        long started = System.nanoTime();
        assertThat(matched("'fetch'", "'E1'", "'registry/a'")).containsExactly("right");
        assertThat(matched("'fetch'", "'E1'", image)).containsExactly("right");
        assertThat(millisSince(started)).isLessThan(MOST_MS);
        sign("plain", "{\"error_code\":\"E1\"}", 0.1, 1);
        assertThat(matched("'fetch'", "'E1'", "'b'")).containsExactly("plain");
    }

    private static long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }
}
