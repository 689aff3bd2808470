package dev.weir.server.query.signal;

import dev.weir.core.event.Ids;
import dev.weir.core.run.Json;
import dev.weir.core.run.RunRows;
import dev.weir.core.signal.SignalKind;
import dev.weir.core.signal.SignalPhase;
import dev.weir.store.StoredSignal;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The first signal of a job as it is told. */
public record SignalItem(
        UUID jobId,
        @Nullable UUID runId,
        @Nullable String env,
        @Nullable String serviceKey,
        String kind,
        String phase,
        String summary,
        @Nullable Instant since,
        @Nullable Integer etaSeconds,
        @Nullable Json lastKnownOutcome,
        Json nextActions,
        Json diagnostics,
        @Nullable SeenBeforeItem seenBefore,
        @Nullable Instant updatedAt) {

    static SignalItem of(StoredSignal signal, @Nullable SeenBeforeItem seenBefore) {
        return new SignalItem(
                signal.jobId(),
                signal.runId(),
                signal.env(),
                signal.serviceKey(),
                signal.kind().label(),
                signal.phase().label(),
                signal.summary(),
                RunRows.instant(signal.since()),
                signal.etaSeconds(),
                signal.lastKnownOutcome() == null ? null : new Json(signal.lastKnownOutcome()),
                new Json(signal.nextActions() == null ? "[]" : signal.nextActions()),
                new Json(signal.diagnostics()),
                seenBefore,
                RunRows.instant(signal.updatedAt()));
    }

    /** Of a job of which nothing but its failure is known, and what usually comes of that. */
    static SignalItem predicted(UUID jobId, @Nullable String phase, String code, SeenBeforeItem seenBefore) {
        return new SignalItem(
                jobId,
                null,
                null,
                null,
                SignalKind.FAILED.label(),
                phase == null ? SignalPhase.UNKNOWN.label() : phase,
                "Probably failed with " + code + ". " + seenBefore.sentence(),
                null,
                null,
                null,
                new Json("[]"),
                new Json("{}"),
                seenBefore,
                null);
    }

    /** Whether it differs between those who see everything and those who see less. */
    public boolean dependsOnScope() {
        return seenBefore != null;
    }

    /** The same as long as a person is told the same: what only the clock changes is not in it. */
    String tag() {
        return "W/\""
                + Ids.md5(String.join(
                        "\n",
                        String.valueOf(runId),
                        kind,
                        phase,
                        summary,
                        String.valueOf(lastKnownOutcome),
                        nextActions.toString(),
                        diagnostics.toString(),
                        String.valueOf(seenBefore)))
                + "\"";
    }
}
