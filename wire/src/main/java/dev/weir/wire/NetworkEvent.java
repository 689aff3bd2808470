package dev.weir.wire;

import dev.weir.core.session.CapabilityFact;
import dev.weir.core.session.DiscoveryFact;
import dev.weir.core.session.PaymentFact;
import dev.weir.core.session.SessionEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event of a live-video network on its way into the log.
 *
 * @param log what every event has; its workflow id is that of the session, if it is of one; only
 *     {@link #isIgnored} of this record knows of sessions and facts
 * @param session what the session fold needs of it; null if it is of no session
 * @param capabilities what it tells of orchestrators, one by one, if it is a snapshot
 * @param discoveries the orchestrators that it tells were found
 * @param payment what it tells of a payment
 * @param ignoredBecause why no fold takes it; null if one does, or if it is a fact
 */
public record NetworkEvent(
        LogEvent log,
        @Nullable SessionEvent session,
        List<CapabilityFact> capabilities,
        List<DiscoveryFact> discoveries,
        @Nullable PaymentFact payment,
        @Nullable String ignoredBecause) {

    public boolean isIgnored() {
        return ignoredBecause != null;
    }
}
