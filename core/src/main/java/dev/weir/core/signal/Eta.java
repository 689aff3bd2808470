package dev.weir.core.signal;

import dev.weir.core.run.DurationBuckets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * When an open run is likely to end: after as long as the median of the completed runs of its workflow that took longer
 * than it has taken already. Runs that were quicker say nothing of one that is still at it.
 *
 * <p>Every change of a signal asks for it, so runs are counted up once, and looked for by halves.
 */
public final class Eta {
    private static final int ENOUGH = 5;

    /** {@link DurationBuckets} that runs fell into, in their order. */
    private final int[] buckets;
    /** How many runs fell into each of them and all before it. */
    private final long[] upTo;

    private Eta(int[] buckets, long[] upTo) {
        this.buckets = buckets;
        this.upTo = upTo;
    }

    /** @param counts how many completed runs fell into each of {@link DurationBuckets} */
    public static Eta of(Map<Integer, Long> counts) {
        int[] buckets = new int[counts.size()];
        long[] upTo = new long[counts.size()];
        int at = 0;
        long sum = 0;
        for (Map.Entry<Integer, Long> count : new TreeMap<>(counts).entrySet()) {
            sum += count.getValue();
            buckets[at] = count.getKey();
            upTo[at++] = sum;
        }
        return new Eta(buckets, upTo);
    }

    /** With another completed run. */
    public Eta with(long durationMs) {
        int bucket = DurationBuckets.of(durationMs);
        int at = first(buckets, bucket);
        boolean known = at < buckets.length && buckets[at] == bucket;
        int[] allBuckets = known ? buckets : withRoomAt(at, bucket);
        long[] allUpTo = Arrays.copyOf(upTo, allBuckets.length);
        if (!known) {
            System.arraycopy(upTo, at, allUpTo, at + 1, upTo.length - at);
            allUpTo[at] = before(at);
        }
        for (int i = at; i < allUpTo.length; i++) {
            allUpTo[i]++;
        }
        return new Eta(allBuckets, allUpTo);
    }

    private int[] withRoomAt(int at, int bucket) {
        int[] all = Arrays.copyOf(buckets, buckets.length + 1);
        System.arraycopy(buckets, at, all, at + 1, buckets.length - at);
        all[at] = bucket;
        return all;
    }

    /**
     * @param elapsedMs since the run began
     * @return the seconds that are left, rounded up, since what goes on is not over; null if fewer than five runs took longer
     */
    public @Nullable Integer seconds(long elapsedMs) {
        long elapsed = Math.max(0, elapsedMs);
        int bucket = DurationBuckets.of(elapsed);
        int at = first(buckets, bucket);
        if (at == buckets.length) {
            return null;
        }
        double quicker =
                before(at) + (buckets[at] == bucket ? (upTo[at] - before(at)) * shareBefore(bucket, elapsed) : 0);
        double longer = upTo[upTo.length - 1] - quicker;
        return longer < ENOUGH ? null : Integer.valueOf(roundedUp(duration(quicker + longer / 2) - elapsed));
    }

    /** Of the run that so many were as quick as, or quicker. */
    private double duration(double rank) {
        int at = Arrays.binarySearch(upTo, (long) Math.ceil(rank));
        at = at < 0 ? -at - 1 : at;
        double count = upTo[at] - before(at);
        double from = DurationBuckets.from(buckets[at]);
        return from + (DurationBuckets.from(buckets[at] + 1) - from) * ((rank - before(at)) / count);
    }

    private long before(int at) {
        return at == 0 ? 0 : upTo[at - 1];
    }

    /** Where a bucket is, or would be. */
    private static int first(int[] buckets, int bucket) {
        int at = Arrays.binarySearch(buckets, bucket);
        return at < 0 ? -at - 1 : at;
    }

    /** Inside a bucket, runs are taken to be spread evenly. */
    private static double shareBefore(int bucket, long elapsed) {
        long from = DurationBuckets.from(bucket);
        return (elapsed - from) / (double) (DurationBuckets.from(bucket + 1) - from);
    }

    private static int roundedUp(double ms) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, (long) Math.ceil(ms / 1000)));
    }
}
