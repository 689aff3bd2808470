package dev.weir.core.session;

import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who an orchestrator is that a session saw, and what it ran on.
 *
 * @param address the canonical one, in lower case so that it can be grouped by
 * @param observedAddress as sent
 * @param snapshots those that say so
 */
record Orchestrator(
        @Nullable String address,
        @Nullable String observedAddress,
        @Nullable String url,
        IdentityMatch match,
        @Nullable String modelId,
        @Nullable String gpuId,
        AttributionMethod method,
        Set<UUID> snapshots) {

    static final Orchestrator NOBODY =
            new Orchestrator(null, null, null, IdentityMatch.NONE, null, null, AttributionMethod.NONE, Set.of());

    /**
     * A hot key that could not be mapped is no evidence of another orchestrator beside one that has the same hot key and
     * could.
     */
    boolean isOtherThan(Orchestrator before) {
        if (address == null || before.address == null || address.equals(before.address)) {
            return false;
        }
        boolean sameKey = observedAddress != null && observedAddress.equalsIgnoreCase(before.observedAddress);
        return !sameKey || (match.isMapped() && before.match.isMapped());
    }

    /** Of two that are the same, the one of which more is known. */
    Orchestrator orBetter(Orchestrator other) {
        return address == null || (!match.isMapped() && other.match.isMapped()) ? other : this;
    }
}
