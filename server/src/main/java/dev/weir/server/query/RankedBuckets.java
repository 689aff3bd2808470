package dev.weir.server.query;

import dev.weir.core.stage.StageBuckets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Exact percentiles of durations that are known by their buckets. These tell in which of them the durations at the ranks
 * lie; only what is in those has to be read, and given here.
 */
public final class RankedBuckets {
    /** Up to so many values a figure is exact. */
    public static final int MOST_EXACT = 100_000;

    /** What of one bucket was given, in no order. */
    private static final class Given {
        private long[] values = new long[16];
        private int size;

        void add(long ms) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = ms;
        }

        /** In order, less what the other has. */
        long[] sortedWithout(Given other) {
            Arrays.sort(values, 0, size);
            Arrays.sort(other.values, 0, other.size);
            long[] left = new long[size];
            int kept = 0;
            int passed = 0;
            for (int i = 0; i < size; i++) {
                if (passed < other.size && other.values[passed] == values[i]) {
                    passed++;
                } else {
                    left[kept++] = values[i];
                }
            }
            return Arrays.copyOf(left, kept);
        }
    }

    private record Bucket(Given added, Given removed) {}

    private final StageBuckets all;
    private final Map<Integer, Bucket> wide = new TreeMap<>();
    private final Map<Integer, long[]> sorted = new TreeMap<>();

    /** @param all at least one */
    public RankedBuckets(StageBuckets all, double... fractions) {
        this.all = all;
        for (double fraction : fractions) {
            double place = fraction * (all.n() - 1);
            want(all.bucketAt((long) Math.floor(place)));
            want(all.bucketAt((long) Math.ceil(place)));
        }
    }

    /** What is in a bucket of a single millisecond is known. */
    private void want(int bucket) {
        if (StageBuckets.width(bucket) > 1) {
            wide.putIfAbsent(bucket, new Bucket(new Given(), new Given()));
        }
    }

    /** Those whose durations have to be given. */
    public Set<Integer> wanted() {
        return wide.keySet();
    }

    /** A duration of any bucket: of one that is not wanted it is of no use, and does no harm. */
    public void add(long ms) {
        Bucket bucket = wide.get(StageBuckets.of(ms));
        if (bucket != null) {
            bucket.added.add(ms);
        }
    }

    /** One that was added, or will be, although it does not belong here. */
    public void remove(long ms) {
        Bucket bucket = wide.get(StageBuckets.of(ms));
        if (bucket != null) {
            bucket.removed.add(ms);
        }
    }

    /** To be asked when all is given: whether nothing is missing, and nothing too many. */
    public boolean isWhole() {
        wide.forEach((bucket, given) -> sorted.put(bucket, given.added.sortedWithout(given.removed)));
        return sorted.entrySet().stream().allMatch(bucket -> bucket.getValue().length == all.count(bucket.getKey()));
    }

    /** As {@code percentile_cont} has it; only if it is whole. */
    public double percentile(double fraction) {
        double place = fraction * (all.n() - 1);
        double below = valueAt((long) Math.floor(place));
        double above = valueAt((long) Math.ceil(place));
        return below + (place - Math.floor(place)) * (above - below);
    }

    private double valueAt(long rank) {
        int bucket = all.bucketAt(rank);
        long[] values = sorted.get(bucket);
        return values == null ? StageBuckets.from(bucket) : values[(int) (rank - all.before(bucket))];
    }
}
