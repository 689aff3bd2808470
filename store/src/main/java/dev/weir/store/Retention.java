package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
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

    /** Skips what others hold, and says how many it removed. A plain subquery may be run again for each row. */
    private static final String TELEMETRY = """
            WITH old AS MATERIALIZED (
              SELECT id FROM scheduler.ttfs_events
              WHERE ts < least(now() - ?::bigint * interval '1 second',
                               (SELECT removed_before FROM retention_runs WHERE job = 'ttfs_events'))
              ORDER BY ts LIMIT %d FOR UPDATE SKIP LOCKED)
            DELETE FROM scheduler.ttfs_events e USING old WHERE e.id = old.id
            """.formatted(AT_ONCE);

    /** Of the rows after a key: few of them are old, and whoever begins anew each time looks at the others again. */
    private static final String SIGNALS = """
            WITH part AS (SELECT job_id, kind, updated_at FROM scheduler.first_signal_snapshots WHERE job_id > ?
                          ORDER BY job_id LIMIT %d),
            old AS (SELECT s.job_id FROM scheduler.first_signal_snapshots s JOIN part USING (job_id)
                    WHERE s.kind IN ('succeeded', 'failed', 'canceled') AND s.updated_at < now() - ?::bigint * interval '1 second'
                    ORDER BY s.job_id FOR UPDATE OF s SKIP LOCKED),
            gone AS (DELETE FROM scheduler.first_signal_snapshots s USING old WHERE s.job_id = old.job_id RETURNING s.job_id)
            SELECT job_id, (SELECT count(*) FROM gone), (SELECT count(*) FROM part) FROM part ORDER BY job_id DESC LIMIT 1
            """.formatted(AT_ONCE);

    /**
     * As Confidence has it: time alone makes a signature less certain, and nothing is written for that in between. What is
     * learned meanwhile is newer than this.
     */
    private static final String FADE = """
            WITH part AS (SELECT * FROM scheduler.failure_signatures WHERE id > ? ORDER BY id LIMIT %d),
            faded AS (
              SELECT id, sample_count, last_matched_at,
                     round((sample_count / (sample_count + 2.0)
                            * power(0.5, greatest(0, extract(epoch FROM now() - last_matched_at)) / (30 * 86400.0)))::numeric, 3)
                       AS confidence
              FROM part WHERE learned AND sample_count > 0),
            ours AS (
              SELECT s.id, f.confidence FROM scheduler.failure_signatures s JOIN faded f USING (id)
              WHERE s.confidence <> f.confidence AND (s.sample_count, s.last_matched_at) = (f.sample_count, f.last_matched_at)
              ORDER BY s.id FOR UPDATE OF s SKIP LOCKED),
            changed AS (UPDATE scheduler.failure_signatures s SET confidence = ours.confidence FROM ours
                        WHERE s.id = ours.id RETURNING s.id)
            SELECT id, (SELECT count(*) FROM changed), (SELECT count(*) FROM part) FROM part ORDER BY id DESC LIMIT 1
            """.formatted(AT_ONCE);

    private static final String DISABLE = """
            WITH faded AS MATERIALIZED (
              SELECT id FROM scheduler.failure_signatures
              WHERE enabled AND confidence < %s AND updated_at < now() - ?::bigint * interval '1 second'
              ORDER BY id LIMIT %d FOR UPDATE SKIP LOCKED)
            UPDATE scheduler.failure_signatures s SET enabled = false FROM faded WHERE s.id = faded.id
            """.formatted(LEAST_CONFIDENCE, AT_ONCE);

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
                walk(connection, FADE);
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
        long seconds = kept.toSeconds();
        long removed = switch (job) {
            case "ttfs_events" -> repeat(connection, TELEMETRY, seconds);
            case "first_signal_snapshots" -> walk(connection, SIGNALS, seconds);
            case "failure_signatures" -> repeat(connection, DISABLE, seconds);
            default -> throw new IllegalArgumentException("Nothing of " + job + " is kept for a while only");
        };
        record(connection, job, (System.nanoTime() - began) / 1_000_000, removed);
        return removed;
    }

    private static long repeat(Connection connection, String sql, long seconds) throws SQLException {
        long changed = 0;
        int last = AT_ONCE;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            while (last == AT_ONCE) {
                statement.setLong(1, seconds);
                last = statement.executeUpdate();
                changed += last;
            }
        }
        return changed;
    }

    /** Once over a whole table, in the order of its key. @return how many rows were changed */
    private static long walk(Connection connection, String sql, Object... parameters) throws SQLException {
        long changed = 0;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 2, parameters[i]);
            }
            UUID place = new UUID(0, 0);
            long looked = AT_ONCE;
            while (looked == AT_ONCE) {
                statement.setObject(1, place);
                try (ResultSet row = statement.executeQuery()) {
                    looked = 0;
                    if (row.next()) {
                        place = row.getObject(1, UUID.class);
                        changed += row.getLong(2);
                        looked = row.getLong(3);
                    }
                }
            }
        }
        return changed;
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
