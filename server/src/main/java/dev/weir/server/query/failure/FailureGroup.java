package dev.weir.server.query.failure;

import dev.weir.core.signal.FailurePace;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Failures of one kind within a range.
 *
 * @param message what they say, with whatever varies left out
 * @param count in the range, as are environments, trend, recovered, open and taken
 * @param firstSeenAt ever, as are lastSeenAt and the repair times
 * @param usualPerDay on the days before the range, null if it was not known then
 */
record FailureGroup(
        UUID signatureId,
        String state,
        @Nullable String message,
        @Nullable String errorCode,
        @Nullable String phase,
        long count,
        @Nullable Instant firstSeenAt,
        @Nullable Instant lastSeenAt,
        @Nullable Instant resolvedAt,
        List<InEnvironment> environments,
        List<String> services,
        List<String> workflows,
        List<String> steps,
        Trend trend,
        long recovered,
        long open,
        long taken,
        long closed,
        @Nullable Long mttrP50Seconds,
        @Nullable Long mttrP95Seconds,
        @Nullable Double usualPerDay,
        boolean outsideUsual,
        String sentence,
        @Nullable String likelyCause,
        @Nullable String suggestedAction,
        @Nullable String remediationUrl) {

    record InEnvironment(String env, long count) {}

    record Trend(Instant from, long bucketMs, List<Long> counts) {}

    static FailureGroup of(SignatureItem kind, FailureTally tally, TrendScale scale, FailurePace pace) {
        return new FailureGroup(
                kind.id(),
                kind.state(),
                kind.example(),
                kind.errorCode(),
                kind.phase(),
                tally.count(),
                kind.firstSeenAt(),
                kind.lastMatchedAt(),
                kind.resolvedAt(),
                tally.environments(),
                tally.services(),
                tally.workflows(),
                tally.steps(),
                scale.trend(tally.buckets()),
                tally.recovered(),
                tally.open(),
                tally.taken(),
                tally.closed(),
                kind.mttrP50Seconds(),
                kind.mttrP95Seconds(),
                pace.usualPerDay(),
                pace.isOutsideUsual(),
                pace.sentence(tally.open()) + " " + kind.sentence(),
                kind.likelyCause(),
                kind.suggestedAction(),
                kind.remediationUrl());
    }
}
