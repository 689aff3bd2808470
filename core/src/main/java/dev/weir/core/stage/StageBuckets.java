package dev.weir.core.stage;

import dev.weir.core.run.LogBuckets;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Durations in buckets, for figures with too many values to sort: exact below 128 ms, then 64 to a doubling. The middle of
 * a bucket is off by 0.8 % at most, and so is any percentile. Merging two sets of buckets is adding them up.
 */
public final class StageBuckets {
    private static final LogBuckets BUCKETS = new LogBuckets(6);

    private final TreeMap<Integer, Long> counts = new TreeMap<>();
    private long n;

    public static int of(long ms) {
        return BUCKETS.of(ms);
    }

    /** The duration in the middle of a bucket, which stands for all of its own. */
    public static double middle(int bucket) {
        return BUCKETS.from(bucket) + (BUCKETS.width(bucket) - 1) / 2.0;
    }

    public void add(int bucket, long count) {
        counts.merge(bucket, count, Long::sum);
        n += count;
    }

    public void addDuration(long ms) {
        add(of(ms), 1);
    }

    public long n() {
        return n;
    }

    /** As {@code percentile_cont} has it, over the middles; null where there are no durations. */
    public @Nullable Double percentile(double fraction) {
        if (n == 0) {
            return null;
        }
        double place = fraction * (n - 1);
        double below = valueAt((long) Math.floor(place));
        double above = valueAt((long) Math.ceil(place));
        return below + (place - Math.floor(place)) * (above - below);
    }

    private double valueAt(long rank) {
        long seen = 0;
        for (Map.Entry<Integer, Long> bucket : counts.entrySet()) {
            seen += bucket.getValue();
            if (seen > rank) {
                return middle(bucket.getKey());
            }
        }
        return middle(counts.lastKey());
    }
}
