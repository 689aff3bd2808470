package dev.weir.server.query.signal;

import dev.weir.core.signal.RepairTimes;
import dev.weir.core.signal.SeenBefore;
import dev.weir.store.KindRepairs;
import java.sql.Array;
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
                   s.outcome->>'suggested_action', s.outcome->>'remediation_url', coalesce(s.repair_count, s.sample_count)
            """;

    private static final String OF_RUN = KNOWN + """
            FROM runs r JOIN failures f ON f.id = r.id AND f.run_seq = r.run_seq
            JOIN scheduler.failure_signatures s ON s.id = f.signature
            LEFT JOIN signature_notes n ON n.signature = s.id
            WHERE r.id = ? AND r.newest AND n.enabled IS DISTINCT FROM false
            """;

    private static final String MATCHED = KNOWN + """
            FROM scheduler.match_failure_signature(?, ?, ?) AS m JOIN scheduler.failure_signatures s ON s.id = m.signature_id
            """;

    private static final String SAMPLES_WITHIN =
            "SELECT coalesce(sum(n), 0)::int FROM failure_days WHERE signature = ? AND source = ANY(?)";

    /**
     * Of a job whose newest run failed; null until that is learned, which takes a moment, and if people disabled it.
     *
     * @param sources that somebody may see, who is told of nothing else; null for all
     * @param now in microseconds since 1970
     */
    static @Nullable SeenBeforeItem ofRun(Connection connection, UUID job, @Nullable Array sources, long now)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(OF_RUN)) {
            select.setObject(1, job);
            SeenBeforeItem item = read(select);
            return item == null || sources == null ? item : item.within(connection, sources, now);
        }
    }

    /** The signature that fits best. */
    static @Nullable SeenBeforeItem matched(Connection connection, UUID org, @Nullable String phase, String code)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(MATCHED)) {
            select.setObject(1, org);
            select.setString(2, phase);
            select.setString(3, code);
            return read(select);
        }
    }

    private static @Nullable SeenBeforeItem read(PreparedStatement select) throws SQLException {
        try (ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                return null;
            }
            return of(
                    row.getObject(1, UUID.class),
                    row.getInt(2),
                    new RepairTimes(row.getObject(3, Long.class), row.getObject(4, Long.class), row.getLong(8)),
                    row.getString(5),
                    row.getString(6),
                    row.getString(7));
        }
    }

    private static SeenBeforeItem of(
            UUID signature,
            int samples,
            RepairTimes repairs,
            @Nullable String cause,
            @Nullable String action,
            @Nullable String link) {
        return new SeenBeforeItem(
                signature,
                samples,
                SeenBefore.sentence(samples, repairs),
                repairs.p50Seconds(),
                repairs.p95Seconds(),
                cause,
                action,
                link);
    }

    private SeenBeforeItem within(Connection connection, Array sources, long now) throws SQLException {
        RepairTimes repairs = new KindRepairs(connection, sources, now).of(signatureId);
        try (PreparedStatement select = connection.prepareStatement(SAMPLES_WITHIN)) {
            select.setObject(1, signatureId);
            select.setArray(2, sources);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return of(signatureId, row.getInt(1), repairs, likelyCause, suggestedAction, remediationUrl);
            }
        }
    }
}
