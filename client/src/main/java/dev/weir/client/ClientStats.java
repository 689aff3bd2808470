package dev.weir.client;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What became of the events, counted since the client was built. Once nothing moves, {@code tracked + recovered =
 * acknowledged() + dropped() + buffered + inSpool}.
 *
 * @param tracked events reported by the program, including those dropped at once
 * @param recovered events found in the spool that an earlier process left behind
 * @param sent events put into requests; one that was sent three times counts three times
 * @param accepted acknowledged as new
 * @param duplicates acknowledged as known already, such as those of a request whose first answer was lost
 * @param ignored acknowledged and stored, but of a type that Weir does not know
 * @param queued acknowledged by a server that hands events over to a job, which finds out later whether they are new
 * @param rejected acknowledged, but wrong in the server's eyes, which keeps them with the reason
 * @param spooled events written to the spool
 * @param shortened events of which a value was cut because it was too large, too deep or contained itself
 * @param retries requests that were sent again
 * @param droppedBy events that never reached Weir, by reason; every reason is present
 * @param buffered events that wait in memory or are on their way from there
 * @param inSpool events that wait in the spool or are on their way from there
 */
public record ClientStats(
        long tracked,
        long recovered,
        long sent,
        long accepted,
        long duplicates,
        long ignored,
        long queued,
        long rejected,
        long spooled,
        long shortened,
        long retries,
        Map<DropReason, Long> droppedBy,
        long buffered,
        long inSpool) {

    public ClientStats {
        Map<DropReason, Long> inOrder = new EnumMap<>(DropReason.class);
        inOrder.putAll(droppedBy);
        droppedBy = Collections.unmodifiableMap(inOrder);
    }

    /** Events that the server has answered for. */
    public long acknowledged() {
        return accepted + duplicates + ignored + queued + rejected;
    }

    public long dropped() {
        return droppedBy.values().stream().mapToLong(Long::longValue).sum();
    }

    public long dropped(DropReason reason) {
        return droppedBy.getOrDefault(reason, 0L);
    }
}
