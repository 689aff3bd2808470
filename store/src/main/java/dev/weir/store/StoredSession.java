package dev.weir.store;

import dev.weir.core.session.Attribution;
import dev.weir.core.session.CapabilityFact;
import dev.weir.core.session.SessionKey;
import dev.weir.core.session.SessionRules;
import dev.weir.core.session.SessionRun;
import dev.weir.core.session.SessionState;
import dev.weir.store.RunStore.StoredRun;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A session as it is stored.
 *
 * @param stamp which save made it
 * @param runStamp which save made its run
 * @param runId the run that it is, if that is not a workflow's
 * @param settled whether the run was saved as one that is idle
 * @param state null if another version of the fold made it: then it has to be folded again
 * @param attribution what it was made with; null where that is not known
 */
public record StoredSession(
        UUID id,
        SessionKey key,
        int org,
        long stamp,
        long runStamp,
        int source,
        @Nullable UUID runId,
        boolean settled,
        @Nullable SessionState state,
        SessionFigures figures,
        @Nullable Attribution attribution) {

    public @Nullable List<CapabilityFact> facts() {
        return attribution == null ? null : attribution.facts();
    }

    /** Where it is saved again, with its run where it was. */
    public SessionChange.Place place(SessionRules rules) {
        return new SessionChange.Place(id, key, org, source, rules);
    }

    /** The clock has passed a session's idle time, or has not: no other moment is told apart. */
    static long clock(boolean settled) {
        return settled ? Long.MAX_VALUE : Long.MIN_VALUE;
    }

    /** Its run as it must be stored. */
    static StoredRun run(SessionState state, boolean settled, long stamp, SessionRules rules) {
        return StoredRun.of(SessionRun.of(state, clock(settled), rules), stamp, RunRole.SESSION);
    }

    /** How much of a cache it takes. */
    public long weight() {
        if (state == null) {
            return 0;
        }
        long weight = 16L
                + state.sightings().size()
                + state.spans().size()
                + state.marks().size();
        for (CapabilityFact fact : attribution == null ? List.<CapabilityFact>of() : attribution.facts()) {
            weight += 2 + fact.models().size();
        }
        return weight;
    }
}
