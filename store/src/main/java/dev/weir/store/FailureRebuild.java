package dev.weir.store;

import dev.weir.core.signal.Phases;
import dev.weir.core.signal.RepairTimes;
import dev.weir.core.stage.StageBuckets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;

/** Learns again from the failures of runs, or compares what was learned with them. */
final class FailureRebuild {
    private static final String ORPHANS = """
            SELECT f.id FROM failures f
            WHERE NOT EXISTS (SELECT FROM runs r WHERE r.id = f.id AND r.run_seq = f.run_seq AND r.status = 'failed')
            """;

    private static final String MISCOUNTED = """
            SELECT s.id, s.pattern->>'error_code', s.sample_count, coalesce(f.n, 0)
            FROM scheduler.failure_signatures s
            LEFT JOIN (SELECT signature, count(*) AS n, min(failed_at) AS first, max(failed_at) AS last
                       FROM failures GROUP BY 1) AS f ON f.signature = s.id
            WHERE s.learned AND (s.sample_count, s.first_seen_at, s.last_matched_at)
                                IS DISTINCT FROM (coalesce(f.n, 0), f.first, f.last)
            """;
    private static final String UNKNOWN_KINDS = """
            SELECT DISTINCT signature FROM failures f
            WHERE NOT EXISTS (SELECT FROM scheduler.failure_signatures s WHERE s.id = f.signature)
            """;
    private static final String RECOUNT = """
            UPDATE scheduler.failure_signatures s SET sample_count = coalesce(f.n, 0), first_seen_at = f.first,
              last_matched_at = f.last
            FROM (SELECT ?::uuid AS id, count(*) AS n, min(failed_at) AS first, max(failed_at) AS last
                  FROM failures WHERE signature = ?) AS f
            WHERE s.id = f.id
            """;
    private static final String LASTED =
            "SELECT signature, repair_ms, count(*) FROM failures WHERE repair_ms IS NOT NULL GROUP BY 1, 2";
    private static final String SET_REPAIRS = """
            INSERT INTO failure_repairs (signature, bucket, n) VALUES (?, ?, ?)
            ON CONFLICT (signature, bucket) DO UPDATE SET n = excluded.n
            """;

    /** As of when each was concluded; not those of before that was written down. */
    private static final String CONCLUDED = """
            SELECT id, pattern->>'error_code', micros(concluded_at), repair_count,
                   (outcome->>'mttr_p50_seconds')::bigint, (outcome->>'mttr_p95_seconds')::bigint
            FROM scheduler.failure_signatures WHERE learned AND concluded_at IS NOT NULL
            """;

    private static final String NOT_AS_NOTED = """
            SELECT s.id, s.pattern->>'error_code'
            FROM scheduler.failure_signatures s LEFT JOIN signature_notes n ON n.signature = s.id
            WHERE s.learned AND ((s.outcome->>'likely_cause', s.outcome->>'suggested_action', s.outcome->>'remediation_url')
                                 IS DISTINCT FROM (n.likely_cause, n.suggested_action, n.remediation_url)
                                 OR s.enabled AND NOT n.enabled)
            """;

    private final Connection connection;
    private final Phases phases;
    private final boolean verify;
    private final long now;
    private final Consumer<String> differences;

    FailureRebuild(Connection connection, Phases phases, boolean verify, long now, Consumer<String> differences) {
        this.connection = connection;
        this.phases = phases;
        this.verify = verify;
        this.now = now;
        this.differences = differences;
    }

    /** They are learned behind the commits: a run that changed since is no mistake. */
    void page(Collection<UUID> runs) throws SQLException {
        if (!verify) {
            BehindCommits.hold(connection, FailureLearning.FOLLOWER);
            FailureLearning.learn(connection, runs, phases, now);
            return;
        }
        Set<UUID> waiting = BehindCommits.waiting(connection, FailureLearning.FOLLOWER);
        if (waiting != null) {
            List<UUID> learned = new ArrayList<>(runs);
            learned.removeAll(waiting);
            FailureLearning.differing(connection, learned, phases)
                    .forEach(id -> differences.accept("the failures of run " + id + " are not what its runs say"));
        }
    }

    /** What is counted over all of them. */
    void finish() throws SQLException {
        if (verify && BehindCommits.waiting(connection, FailureLearning.FOLLOWER) == null) {
            return; // all of it may still change
        }
        orphans();
        Set<UUID> wrong = new TreeSet<>();
        miscounted(wrong);
        repairs(wrong);
        concluded(wrong);
        notAsNoted(wrong);
        FailureRollUps.differences(connection, Rebuild.SLOT, !verify).forEach(differences);
        if (!verify && !wrong.isEmpty()) {
            new Signatures(connection, now).conclude(wrong);
        }
    }

    private void orphans() throws SQLException {
        Set<UUID> waiting = verify ? BehindCommits.waiting(connection, FailureLearning.FOLLOWER) : Set.of();
        Set<UUID> orphans = ids(ORPHANS);
        orphans.removeAll(waiting == null ? Set.of() : waiting);
        orphans.forEach(id -> differences.accept("a failure of run " + id + " is of no run that failed"));
        if (!verify && !orphans.isEmpty()) {
            FailureLearning.learn(connection, orphans, phases, now);
        }
    }

    private Set<UUID> ids(String sql) throws SQLException {
        Set<UUID> ids = new TreeSet<>();
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(sql)) {
            while (row.next()) {
                ids.add(row.getObject(1, UUID.class));
            }
        }
        return ids;
    }

    private void miscounted(Set<UUID> wrong) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(MISCOUNTED)) {
            while (row.next()) {
                wrong.add(row.getObject(1, UUID.class));
                differences.accept("signature " + row.getString(2) + " was seen " + row.getLong(4)
                        + " times, and is said to have been seen " + row.getLong(3));
            }
        }
        Set<UUID> unknown = ids(UNKNOWN_KINDS);
        unknown.forEach(id -> differences.accept("failures are of the signature " + id + ", which is not there"));
        if (verify) {
            return;
        }
        learnAgain(unknown);
        try (PreparedStatement recount = connection.prepareStatement(RECOUNT)) {
            for (UUID signature : wrong) {
                recount.setObject(1, signature);
                recount.setObject(2, signature);
                recount.executeUpdate();
            }
        }
    }

    /** Their failures are read anew, as if they had never been. */
    private void learnAgain(Set<UUID> signatures) throws SQLException {
        for (UUID signature : signatures) {
            Set<UUID> runs = new TreeSet<>();
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM failures WHERE signature = ? RETURNING id")) {
                delete.setObject(1, signature);
                try (ResultSet row = delete.executeQuery()) {
                    while (row.next()) {
                        runs.add(row.getObject(1, UUID.class));
                    }
                }
            }
            try (PreparedStatement delete =
                    connection.prepareStatement("DELETE FROM failure_repairs WHERE signature = ?")) {
                delete.setObject(1, signature);
                delete.executeUpdate();
            }
            FailureLearning.learn(connection, runs, phases, now);
        }
    }

    private record Bucket(UUID signature, int bucket) {}

    private void repairs(Set<UUID> wrong) throws SQLException {
        Map<Bucket, Long> off = new HashMap<>();
        try (Statement select = connection.createStatement()) {
            try (ResultSet row = select.executeQuery(LASTED)) {
                while (row.next()) {
                    off.merge(
                            new Bucket(row.getObject(1, UUID.class), StageBuckets.of(row.getLong(2))),
                            row.getLong(3),
                            Long::sum);
                }
            }
            Map<Bucket, Long> actual = Map.copyOf(off);
            try (ResultSet row = select.executeQuery("SELECT signature, bucket, n FROM failure_repairs")) {
                while (row.next()) {
                    off.merge(new Bucket(row.getObject(1, UUID.class), row.getInt(2)), -row.getLong(3), Long::sum);
                }
            }
            off.values().removeIf(n -> n == 0);
            for (Bucket bucket : off.keySet()) {
                wrong.add(bucket.signature());
                differences.accept(
                        "the repair times of signature " + bucket.signature() + " are not what failures say");
                if (!verify) {
                    setRepairs(bucket, actual.getOrDefault(bucket, 0L));
                }
            }
        }
    }

    /** What is told of a kind follows from its failures. */
    private void concluded(Set<UUID> wrong) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(CONCLUDED)) {
            while (row.next()) {
                UUID signature = row.getObject(1, UUID.class);
                RepairTimes told =
                        new RepairTimes(row.getObject(5, Long.class), row.getObject(6, Long.class), row.getLong(4));
                RepairTimes actual = new KindRepairs(connection, null, row.getLong(3)).of(signature);
                if (!told.equals(actual)) {
                    wrong.add(signature);
                    differences.accept("signature " + row.getString(2) + " is said to be gone after " + said(told)
                            + ", and failures say " + said(actual));
                }
            }
        }
    }

    private static String said(RepairTimes times) {
        return times.p50Seconds() + " s, or " + times.p95Seconds() + " s at worst, by " + times.n() + " repairs";
    }

    private void notAsNoted(Set<UUID> wrong) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(NOT_AS_NOTED)) {
            while (row.next()) {
                wrong.add(row.getObject(1, UUID.class));
                differences.accept("signature " + row.getString(2) + " does not say what people noted of it");
            }
        }
    }

    private void setRepairs(Bucket bucket, long n) throws SQLException {
        try (PreparedStatement set = connection.prepareStatement(SET_REPAIRS)) {
            set.setObject(1, bucket.signature());
            set.setInt(2, bucket.bucket());
            set.setLong(3, n);
            set.executeUpdate();
        }
    }
}
