package dev.weir.core.session;

import dev.weir.core.event.Ids;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What one capability snapshot tells of one orchestrator.
 *
 * @param snapshot the event that is the snapshot
 * @param index its place in it
 * @param address the on-chain identity, which people know
 * @param localAddress the hot key, which events carry; the address where a snapshot has none
 * @param models what it offers; mostly few, often none
 */
public record CapabilityFact(
        UUID snapshot,
        int index,
        long at,
        @Nullable String gateway,
        String address,
        String localAddress,
        @Nullable String orchUri,
        @Nullable String version,
        List<CapabilityModel> models) {

    /** By time, and then by what breaks ties. */
    static final Comparator<CapabilityFact> IN_ORDER = Comparator.comparingLong(CapabilityFact::at)
            .thenComparing(CapabilityFact::snapshot, Ids::compareUnsigned)
            .thenComparingInt(CapabilityFact::index);

    boolean hasAddress(@Nullable String sought) {
        return localAddress.equalsIgnoreCase(sought) || address.equalsIgnoreCase(sought);
    }

    boolean hasUri(@Nullable String sought) {
        return orchUri != null && orchUri.equalsIgnoreCase(sought);
    }
}
