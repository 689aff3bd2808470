package dev.weir.server.query.signal;

import dev.weir.core.signal.RepairTimes;
import dev.weir.core.signal.SeenBefore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the kind of failure that a run ended with.
 *
 * @param sentence "Seen 43 times, usually gone after 5 min."
 */
public record SeenBeforeItem(
        UUID signatureId,
        int sampleCount,
        String sentence,
        @Nullable Long mttrP50Seconds,
        @Nullable Long mttrP95Seconds,
        @Nullable String likelyCause,
        @Nullable String suggestedAction,
        @Nullable String remediationUrl) {

    private static final String KNOWN = """
            SELECT s.id, s.sample_count, (s.outcome->>'mttr_p50_seconds')::numeric::bigint,
                   (s.outcome->>'mttr_p95_seconds')::numeric::bigint, s.outcome->>'likely_cause',
                   s.outcome->>'suggested_action', s.outcome->>'remediation_url'
            """;

    private static final String OF_RUN = KNOWN + """
            FROM runs r JOIN failures f ON f.id = r.id AND f.run_seq = r.run_seq
            JOIN scheduler.failure_signatures s ON s.id = f.signature
            WHERE r.id = ? AND r.newest
            """;

    private static final String MATCHED = KNOWN + """
            FROM scheduler.match_failure_signature(?, ?, ?, ?) AS m JOIN scheduler.failure_signatures s ON s.id = m.signature_id
            """;

    /** Of a job whose newest run failed; null until that is learned, which takes a moment. */
    static @Nullable SeenBeforeItem ofRun(Connection connection, UUID job) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(OF_RUN)) {
            select.setObject(1, job);
            return read(select);
        }
    }

    /** The signature that fits best. */
    public static @Nullable SeenBeforeItem matched(
            Connection connection, UUID org, @Nullable String phase, @Nullable String code, @Nullable String image)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(MATCHED)) {
            select.setObject(1, org);
            select.setString(2, phase);
            select.setString(3, code);
            select.setString(4, image);
            return read(select);
        }
    }

    private static @Nullable SeenBeforeItem read(PreparedStatement select) throws SQLException {
        try (ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            Long p50 = row.getObject(3, Long.class);
            Long p95 = row.getObject(4, Long.class);
            int samples = row.getInt(2);
            return new SeenBeforeItem(
                    row.getObject(1, UUID.class),
                    samples,
                    SeenBefore.sentence(samples, new RepairTimes(p50, p95, p50 == null ? 0 : samples)),
                    p50,
                    p95,
                    row.getString(5),
                    row.getString(6),
                    row.getString(7));
        }
    }
}
