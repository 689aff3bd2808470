package dev.weir.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Kinds of failures, and which of them each failed run is of. One in ten is for some images only, one in a hundred for any
 * error of them, which a match has to try in turn.
 */
final class KnownFailures {
    static final int SIGNATURES = 10_000;
    private static final int IMAGE_OF = 10;
    private static final int ANY_CODE_OF = 100;

    private static final String LEARN = """
            INSERT INTO scheduler.failure_signatures
              (id, tenant_id, signature_hash, pattern, outcome, confidence, sample_count, first_seen_at, last_matched_at,
               learned, example)
            SELECT md5('signature-' || n)::uuid, ?, 'bench-' || n,
                   jsonb_strip_nulls(jsonb_build_object('phase', 'analyze',
                     'error_code', CASE WHEN n %% %2$d <> 0 THEN 'E-' || n END,
                     'image_pattern', CASE WHEN n %% %1$d = 0 THEN '^registry\\.example/team-' || n || '/.*:v[0-9]+$' END)),
                   '{"likely_cause": "The registry limits the rate.", "mttr_p50_seconds": 300, "mttr_p95_seconds": 900}',
                   (0.3 + 0.6 * random())::numeric(4,3), 1 + n %% 50, now() - interval '20 days',
                   now() - n * interval '2 minutes', n %% %1$d <> 0, 'The layer could not be read'
            FROM generate_series(1, %3$d) AS n
            """.formatted(IMAGE_OF, ANY_CODE_OF, SIGNATURES);

    /** Without this, a failed run would say less than it does for people, and sooner. */
    private static final String RECOGNISE = """
            INSERT INTO failures (id, run_seq, org, source, signature, failed_at, workflow_name, step_name, phase, error_code)
            SELECT r.id, r.run_seq, r.org, r.source, s.id, r.ended_at, r.workflow_name, 'charge', 'analyze',
                   s.pattern->>'error_code'
            FROM runs r JOIN scheduler.failure_signatures s
              ON s.id = md5('signature-' || (1 + abs(hashtext(r.id::text)::bigint) %% %2$d / %1$d * %1$d))::uuid
            WHERE r.status = 'failed'
            """.formatted(IMAGE_OF, SIGNATURES);

    private KnownFailures() {}

    static void store(Connection connection) throws SQLException {
        try (PreparedStatement learn = connection.prepareStatement(LEARN);
                Statement statement = connection.createStatement()) {
            learn.setObject(1, StoredRunLoader.ORG);
            learn.executeUpdate();
            statement.execute(RECOGNISE);
            statement.execute(
                    "VACUUM ANALYZE scheduler.failure_signatures, failures, scheduler.first_signal_snapshots");
        }
    }

    /** What a failure may say of itself: every kind of code in turn, with an image that few patterns fit. */
    static String question(int number) {
        return "phase=analyze&errorCode=" + code(number) + "&image=registry.example/team-" + signature(number)
                + "/web:v" + number;
    }

    static String code(int number) {
        return "E-" + signature(number);
    }

    private static int signature(int number) {
        return 1 + number * 7 % SIGNATURES;
    }
}
