package dev.weir.host;

import dev.weir.wire.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of a request's events. They are durable and folded.
 *
 * @param ignoredBecause how many were ignored for a reason that can be told
 */
public record Outcome(
        int accepted, int duplicates, int ignored, Map<String, Integer> ignoredBecause, List<Rejection> rejected) {

    public Outcome plus(Outcome other) {
        List<Rejection> all = new ArrayList<>(rejected);
        all.addAll(other.rejected);
        Map<String, Integer> reasons = new TreeMap<>(ignoredBecause);
        other.ignoredBecause.forEach((reason, n) -> reasons.merge(reason, n, Integer::sum));
        return new Outcome(
                accepted + other.accepted,
                duplicates + other.duplicates,
                ignored + other.ignored,
                reasons,
                List.copyOf(all));
    }

    public int received() {
        return accepted + duplicates + ignored + rejected.size();
    }
}
