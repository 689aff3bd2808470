package dev.weir.store;

import dev.weir.core.signal.Confidence;
import dev.weir.core.signal.Fingerprint;
import dev.weir.core.signal.RepairTimes;
import dev.weir.core.stage.StageBuckets;
import dev.weir.store.Failures.Change;
import dev.weir.store.Failures.Kind;
import dev.weir.store.Failures.Row;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * What is learned of each kind of failure: how often it was seen and how long it lasted, kept by the difference that each
 * change of failures makes. One at a time writes here: whoever holds the row of the follower.
 */
final class Signatures {
    /**
     * Somebody wrote the pattern down before it was learned: what is said of it there is kept as what people say. A little
     * certainty is no decision of theirs: time may have disabled it.
     */
    private static final String ADOPT = """
            WITH written AS (SELECT id, outcome, enabled OR confidence < ? AS wanted FROM scheduler.failure_signatures
                             WHERE tenant_id = ? AND signature_hash = ? AND NOT learned FOR UPDATE)
            INSERT INTO signature_notes AS n (signature, likely_cause, suggested_action, remediation_url, enabled)
            SELECT id, outcome->>'likely_cause', outcome->>'suggested_action', outcome->>'remediation_url',
                   CASE WHEN NOT wanted THEN false END FROM written
            ON CONFLICT (signature) DO UPDATE SET likely_cause = excluded.likely_cause,
              suggested_action = excluded.suggested_action, remediation_url = excluded.remediation_url,
              enabled = coalesce(n.enabled, excluded.enabled)
            """;

    private static final String LEARN = """
            INSERT INTO scheduler.failure_signatures AS f
              (id, tenant_id, signature_hash, signature_version, pattern, outcome, confidence, learned, example)
            VALUES (?, ?, ?, ?, ?::jsonb, '{}', 0, true, ?)
            ON CONFLICT (tenant_id, signature_hash) DO UPDATE SET learned = true, example = coalesce(f.example, excluded.example),
              sample_count = CASE WHEN f.learned THEN f.sample_count ELSE 0 END
            RETURNING id
            """;

    private static final String COUNT = """
            UPDATE scheduler.failure_signatures f SET sample_count = f.sample_count + d.n, updated_at = now(),
              first_seen_at = (SELECT min(failed_at) FROM failures WHERE signature = f.id),
              last_matched_at = (SELECT max(failed_at) FROM failures WHERE signature = f.id)
            FROM unnest(?::uuid[], ?::int[]) AS d(id, n) WHERE f.id = d.id
            """;

    private static final String COUNT_REPAIRS = """
            INSERT INTO failure_repairs AS r (signature, bucket, n) SELECT * FROM unnest(?::uuid[], ?::int[], ?::int8[])
            ON CONFLICT (signature, bucket) DO UPDATE SET n = r.n + excluded.n
            """;

    private static final String SAMPLES = """
            SELECT f.id, f.sample_count, micros(f.last_matched_at), n.signature IS NOT NULL
            FROM scheduler.failure_signatures f LEFT JOIN signature_notes n ON n.signature = f.id
            WHERE f.id = ANY(?)
            """;

    /** What people entered is beside what is learned: who matches needs both. */
    private static final String CONCLUDE = """
            UPDATE scheduler.failure_signatures f SET confidence = ?,
              enabled = coalesce(n.enabled, f.enabled OR f.confidence < ?),
              outcome = (f.outcome - '{likely_cause,mttr_p50_seconds,mttr_p95_seconds,suggested_action,remediation_url}'::text[])
                || jsonb_strip_nulls(jsonb_build_object(
                     'likely_cause', n.likely_cause, 'mttr_p50_seconds', ?::bigint, 'mttr_p95_seconds', ?::bigint,
                     'suggested_action', n.suggested_action, 'remediation_url', n.remediation_url)),
              repair_count = ?,
              concluded_at = timestamptz 'epoch' + ?::bigint * interval '1 microsecond'
            FROM (SELECT ?::uuid AS id) AS this LEFT JOIN signature_notes n ON n.signature = this.id
            WHERE f.id = this.id AND f.learned
            """;

    private static final String FORGET = """
            WITH gone AS (DELETE FROM failure_repairs WHERE signature = ?)
            DELETE FROM scheduler.failure_signatures WHERE id = ? AND learned
            """;

    private final Connection connection;
    private final long now;

    /** @param now in microseconds since 1970 */
    Signatures(Connection connection, long now) {
        this.connection = connection;
        this.now = now;
    }

    /** Makes sure that the kinds are there, and the rows of a change point at them. */
    Change learn(Change change) throws SQLException {
        Map<UUID, UUID> known = new HashMap<>();
        try (PreparedStatement adopt = connection.prepareStatement(ADOPT);
                PreparedStatement learn = connection.prepareStatement(LEARN)) {
            for (Kind kind : new TreeMap<>(change.kinds()).values()) {
                adopt.setDouble(1, Retention.LEAST_CONFIDENCE);
                adopt.setObject(2, kind.tenant());
                adopt.setString(3, kind.pattern().hash());
                adopt.executeUpdate();
                learn.setObject(1, kind.signature());
                learn.setObject(2, kind.tenant());
                learn.setString(3, kind.pattern().hash());
                learn.setInt(4, Fingerprint.VERSION);
                learn.setString(5, kind.pattern().text());
                learn.setString(6, kind.example());
                try (ResultSet row = learn.executeQuery()) {
                    row.next();
                    known.put(kind.signature(), row.getObject(1, UUID.class));
                }
            }
        }
        List<Row> after = new ArrayList<>(change.after().size());
        for (Row row : change.after()) {
            after.add(row.of(known.getOrDefault(row.signature(), row.signature())));
        }
        return new Change(change.before(), after, change.kinds());
    }

    /** Adds what a change of failures changes. */
    void count(Change change) throws SQLException {
        Map<UUID, Integer> samples = new TreeMap<>();
        Map<UUID, Map<Integer, Long>> repairs = new TreeMap<>();
        change.before().forEach(row -> count(row, -1, samples, repairs));
        change.after().forEach(row -> count(row, 1, samples, repairs));
        try (PreparedStatement count = connection.prepareStatement(COUNT)) {
            count.setArray(1, connection.createArrayOf("uuid", samples.keySet().toArray()));
            count.setArray(2, connection.createArrayOf("int4", samples.values().toArray()));
            count.executeUpdate();
        }
        countRepairs(repairs);
        conclude(samples.keySet());
    }

    private static void count(Row row, int sign, Map<UUID, Integer> samples, Map<UUID, Map<Integer, Long>> repairs) {
        samples.merge(row.signature(), sign, Integer::sum);
        if (row.repairMs() != null) {
            repairs.computeIfAbsent(row.signature(), signature -> new TreeMap<>())
                    .merge(StageBuckets.of(row.repairMs()), (long) sign, Long::sum);
        }
    }

    private void countRepairs(Map<UUID, Map<Integer, Long>> repairs) throws SQLException {
        List<Object> signatures = new ArrayList<>();
        List<Object> buckets = new ArrayList<>();
        List<Object> counts = new ArrayList<>();
        repairs.forEach((signature, byBucket) -> byBucket.forEach((bucket, n) -> {
            signatures.add(signature);
            buckets.add(bucket);
            counts.add(n);
        }));
        if (signatures.isEmpty()) {
            return;
        }
        try (PreparedStatement count = connection.prepareStatement(COUNT_REPAIRS)) {
            count.setArray(1, connection.createArrayOf("uuid", signatures.toArray()));
            count.setArray(2, connection.createArrayOf("int4", buckets.toArray()));
            count.setArray(3, connection.createArrayOf("int8", counts.toArray()));
            count.executeUpdate();
        }
    }

    /** What follows from the counts. A kind of which no failure is left is forgotten, unless somebody wrote about it. */
    void conclude(Collection<UUID> signatures) throws SQLException {
        List<UUID> gone = new ArrayList<>(0);
        try (PreparedStatement select = connection.prepareStatement(SAMPLES)) {
            select.setArray(1, connection.createArrayOf("uuid", new TreeSet<>(signatures).toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    UUID id = row.getObject(1, UUID.class);
                    if (row.getInt(2) > 0 || row.getBoolean(4)) {
                        conclude(id, row.getInt(2), row.getLong(3));
                    } else {
                        gone.add(id);
                    }
                }
            }
        }
        for (UUID id : gone) {
            try (PreparedStatement forget = connection.prepareStatement(FORGET)) {
                forget.setObject(1, id);
                forget.setObject(2, id);
                forget.executeUpdate();
            }
        }
    }

    private void conclude(UUID id, int samples, long lastSeen) throws SQLException {
        RepairTimes repairs = new KindRepairs(connection, null, now).of(id);
        try (PreparedStatement conclude = connection.prepareStatement(CONCLUDE)) {
            conclude.setDouble(1, Confidence.of(samples, lastSeen, now));
            conclude.setDouble(2, Retention.LEAST_CONFIDENCE);
            conclude.setObject(3, repairs.p50Seconds());
            conclude.setObject(4, repairs.p95Seconds());
            conclude.setInt(5, (int) Math.min(repairs.n(), Integer.MAX_VALUE));
            conclude.setLong(6, now);
            conclude.setObject(7, id);
            conclude.executeUpdate();
        }
    }
}
