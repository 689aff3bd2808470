package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;

/**
 * Clears up what is kept for a while only, in small batches, so that nobody waits for it. Several servers may try: one does
 * it, the others find it done.
 */
public final class Retention {
    /** Signatures that are less certain are not matched any more. */
    static final double LEAST_CONFIDENCE = 0.3;

    private static final int AT_ONCE = 2_000;

    /** Before anything is removed: a rebuild meanwhile, or after a crash, must not miss it, let alone bring it back. */
    private static final String ANNOUNCE = """
            INSERT INTO retention_runs AS r (job, started_at, took_ms, removed, total, removed_before)
            VALUES (?, now(), 0, 0, 0, now() - ?::bigint * interval '1 second')
            ON CONFLICT (job) DO UPDATE SET removed_before = greatest(r.removed_before, excluded.removed_before)
            """;

    /** Skips what others hold, and says how many it removed. */
    private static final String TELEMETRY = """
            DELETE FROM scheduler.ttfs_events WHERE id IN (
              SELECT id FROM scheduler.ttfs_events
              WHERE ts < least(now() - ?::bigint * interval '1 second',
                               (SELECT removed_before FROM retention_runs WHERE job = 'ttfs_events'))
              ORDER BY ts LIMIT %d FOR UPDATE SKIP LOCKED)
            """.formatted(AT_ONCE);

    private static final String SIGNALS = """
            DELETE FROM scheduler.first_signal_snapshots WHERE job_id IN (
              SELECT job_id FROM scheduler.first_signal_snapshots
              WHERE kind IN ('succeeded', 'failed', 'canceled') AND updated_at < now() - ?::bigint * interval '1 second'
              LIMIT %d FOR UPDATE SKIP LOCKED)
            """.formatted(AT_ONCE);

    /** As Confidence has it: time alone makes a signature less certain, and nothing is written for that in between. */
    private static final String FADE = """
            UPDATE scheduler.failure_signatures SET confidence = faded.confidence
            FROM (SELECT id, round((sample_count / (sample_count + 2.0)
                           * power(0.5, greatest(0, extract(epoch FROM now() - last_matched_at)) / (30 * 86400.0)))::numeric, 3)
                         AS confidence
                  FROM scheduler.failure_signatures WHERE learned AND sample_count > 0) AS faded
            WHERE failure_signatures.id = faded.id AND failure_signatures.confidence <> faded.confidence
            """;

    private static final String DISABLE = """
            UPDATE scheduler.failure_signatures SET enabled = false WHERE id IN (
              SELECT id FROM scheduler.failure_signatures
              WHERE enabled AND confidence < %s AND updated_at < now() - ?::bigint * interval '1 second'
              LIMIT %d FOR UPDATE SKIP LOCKED)
            """.formatted(LEAST_CONFIDENCE, AT_ONCE);

    private static final Map<String, String> CLEAR =
            Map.of("ttfs_events", TELEMETRY, "first_signal_snapshots", SIGNALS, "failure_signatures", DISABLE);

    private static final String RECORD = """
            UPDATE retention_runs SET started_at = now() - ?::bigint * interval '1 millisecond', took_ms = ?, removed = ?,
              total = total + ? WHERE job = ?
            """;

    private final DataSource database;

    /** @param database whose connections commit by themselves */
    public Retention(DataSource database) {
        this.database = database;
    }

    /** How long each is kept. */
    public record Periods(Duration telemetry, Duration signals, Duration signatures) {

        /** By the relation that it is about, which is what a run of its job is recorded under. */
        public Map<String, Duration> byRelation() {
            Map<String, Duration> periods = new LinkedHashMap<>();
            periods.put("ttfs_events", telemetry);
            periods.put("first_signal_snapshots", signals);
            periods.put("failure_signatures", signatures);
            return periods;
        }
    }

    /** @return how many rows were removed or disabled */
    public long run(Periods periods) throws SQLException {
        try (Connection connection = database.getConnection()) {
            if (!isOurs(connection)) {
                return 0;
            }
            try {
                execute(connection, FADE);
                long removed = 0;
                for (Map.Entry<String, Duration> kept : periods.byRelation().entrySet()) {
                    removed += clear(connection, kept.getKey(), kept.getValue());
                }
                return removed;
            } finally {
                execute(connection, "SELECT pg_advisory_unlock(hashtext('weir.retention'))");
            }
        }
    }

    private static boolean isOurs(Connection connection) throws SQLException {
        try (PreparedStatement lock =
                        connection.prepareStatement("SELECT pg_try_advisory_lock(hashtext('weir.retention'))");
                ResultSet row = lock.executeQuery()) {
            row.next();
            return row.getBoolean(1);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        }
    }

    private static long clear(Connection connection, String job, Duration kept) throws SQLException {
        long began = System.nanoTime();
        announce(connection, job, kept);
        long removed = 0;
        int last = AT_ONCE;
        try (PreparedStatement statement = connection.prepareStatement(CLEAR.get(job))) {
            while (last == AT_ONCE) {
                statement.setLong(1, kept.toSeconds());
                last = statement.executeUpdate();
                removed += last;
            }
        }
        record(connection, job, (System.nanoTime() - began) / 1_000_000, removed);
        return removed;
    }

    private static void announce(Connection connection, String job, Duration kept) throws SQLException {
        try (PreparedStatement announce = connection.prepareStatement(ANNOUNCE)) {
            announce.setString(1, job);
            announce.setLong(2, kept.toSeconds());
            announce.executeUpdate();
        }
    }

    private static void record(Connection connection, String job, long ms, long removed) throws SQLException {
        try (PreparedStatement record = connection.prepareStatement(RECORD)) {
            record.setLong(1, ms);
            record.setLong(2, ms);
            record.setLong(3, removed);
            record.setLong(4, removed);
            record.setString(5, job);
            record.executeUpdate();
        }
    }
}
