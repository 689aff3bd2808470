package dev.weir.host;

import dev.weir.wire.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What became of a request's events. They are durable, and folded unless they are queued.
 *
 * @param queued brokers have them, and a job will find out which of the others they are; null where they are folded
 * @param ignoredBecause how many were ignored for a reason that can be told
 */
public record Outcome(
        int accepted,
        int duplicates,
        int ignored,
        @Nullable Integer queued,
        Map<String, Integer> ignoredBecause,
        List<Rejection> rejected) {

    public static Outcome queued(int queued, List<Rejection> rejected) {
        return new Outcome(0, 0, 0, queued, Map.of(), rejected);
    }

    public Outcome plus(Outcome other) {
        List<Rejection> all = new ArrayList<>(rejected);
        all.addAll(other.rejected);
        Map<String, Integer> reasons = new TreeMap<>(ignoredBecause);
        other.ignoredBecause.forEach((reason, n) -> reasons.merge(reason, n, Integer::sum));
        return new Outcome(
                accepted + other.accepted,
                duplicates + other.duplicates,
                ignored + other.ignored,
                queued == null ? other.queued : Integer.valueOf(queued + other.inQueue()),
                reasons,
                List.copyOf(all));
    }

    public int received() {
        return accepted + duplicates + ignored + inQueue() + rejected.size();
    }

    private int inQueue() {
        return queued == null ? 0 : queued;
    }
}
