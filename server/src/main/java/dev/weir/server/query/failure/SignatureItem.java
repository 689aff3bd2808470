package dev.weir.server.query.failure;

import dev.weir.core.signal.Confidence;
import dev.weir.core.signal.RepairTimes;
import dev.weir.core.signal.SeenBefore;
import dev.weir.core.signal.SignatureState;
import dev.weir.server.query.Micros;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A kind of failure: how it is recognised, how often it was seen, what is known of it and what people say of it.
 *
 * @param example what such failures say, with whatever varies left out
 * @param confidence as of now
 * @param workflows of its latest failures, as are steps, environments and services
 * @param lastRun where it was seen last
 */
record SignatureItem(
        UUID id,
        @Nullable String phase,
        @Nullable String errorCode,
        @Nullable String imagePattern,
        @Nullable String example,
        long sampleCount,
        long samplesLastDay,
        @Nullable Instant firstSeenAt,
        @Nullable Instant lastMatchedAt,
        double confidence,
        String state,
        String sentence,
        @Nullable Long mttrP50Seconds,
        @Nullable Long mttrP95Seconds,
        @Nullable String likelyCause,
        @Nullable String suggestedAction,
        @Nullable String remediationUrl,
        @Nullable Instant resolvedAt,
        @Nullable Instant ignoredUntil,
        @Nullable Integer ignoredUpTo,
        boolean enabled,
        boolean learned,
        List<String> workflows,
        List<String> steps,
        List<String> environments,
        List<String> services,
        @Nullable LastRun lastRun) {

    record LastRun(String env, String serviceKey, String workflowId, int runSeq) {}

    /** What its latest failures have in common. */
    record Context(
            List<String> workflows,
            List<String> steps,
            List<String> environments,
            List<String> services,
            @Nullable LastRun lastRun) {
        static final Context NONE = new Context(List.of(), List.of(), List.of(), List.of(), null);
    }

    /** @param now in microseconds since 1970 */
    static SignatureItem read(ResultSet row, long now) throws SQLException {
        long samples = row.getLong("samples");
        Instant first = instant(row, "first_seen_at");
        Instant last = instant(row, "last_matched_at");
        Instant resolved = instant(row, "resolved_at");
        Instant ignoredUntil = instant(row, "ignored_until");
        Integer ignoredUpTo = row.getObject("ignored_up_to", Integer.class);
        Long p50 = row.getObject("mttr_p50", Long.class);
        Long p95 = row.getObject("mttr_p95", Long.class);
        Integer repairs = row.getObject("repair_count", Integer.class);
        SignatureState.Facts facts = new SignatureState.Facts(
                first == null ? 0 : Micros.of(first),
                last == null ? 0 : Micros.of(last),
                row.getLong("last_day"),
                resolved == null ? null : Long.valueOf(Micros.of(resolved)),
                ignoredUntil == null ? null : Long.valueOf(Micros.of(ignoredUntil)),
                ignoredUpTo);
        boolean learned = row.getBoolean("learned");
        return new SignatureItem(
                row.getObject("id", UUID.class),
                row.getString("phase"),
                row.getString("error_code"),
                row.getString("image_pattern"),
                row.getString("example"),
                samples,
                row.getLong("last_day"),
                first,
                last,
                learned && last != null
                        ? Confidence.of(samples, Micros.of(last), now)
                        : row.getBigDecimal("confidence").doubleValue(),
                SignatureState.of(facts, now).label(),
                SeenBefore.sentence(samples, new RepairTimes(p50, p95, repairs == null ? samples : repairs)),
                p50,
                p95,
                row.getString("likely_cause"),
                row.getString("suggested_action"),
                row.getString("remediation_url"),
                resolved,
                ignoredUntil,
                ignoredUpTo,
                row.getBoolean("enabled"),
                learned,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null);
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    /** @param repairs in place of those that are stored; null for those */
    SignatureItem in(Context context, @Nullable RepairTimes repairs) {
        return new SignatureItem(
                id,
                phase,
                errorCode,
                imagePattern,
                example,
                sampleCount,
                samplesLastDay,
                firstSeenAt,
                lastMatchedAt,
                confidence,
                state,
                repairs == null ? sentence : SeenBefore.sentence(sampleCount, repairs),
                repairs == null ? mttrP50Seconds : repairs.p50Seconds(),
                repairs == null ? mttrP95Seconds : repairs.p95Seconds(),
                likelyCause,
                suggestedAction,
                remediationUrl,
                resolvedAt,
                ignoredUntil,
                ignoredUpTo,
                enabled,
                learned,
                context.workflows(),
                context.steps(),
                context.environments(),
                context.services(),
                context.lastRun());
    }
}
