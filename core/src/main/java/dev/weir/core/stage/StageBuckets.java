package dev.weir.core.stage;

import dev.weir.core.run.LogBuckets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Durations in buckets, for figures with too many values to sort: exact below 128 ms, then 64 to a doubling. The middle of
 * a bucket is off by 0.8 % at most, and so is any percentile. Merging two sets of buckets is adding them up; as a
 * difference between two of them, a bucket may hold less than nothing.
 */
public final class StageBuckets {
    private static final LogBuckets BUCKETS = new LogBuckets(6);
    private static final int MOST_BYTES = 10; // of one number

    /** The bucket that the counts begin with: most sets have few buckets, and those near each other. */
    private int first;

    private long[] counts = new long[0];
    private long n;

    public static int of(long ms) {
        return BUCKETS.of(ms);
    }

    /** The duration in the middle of a bucket, which stands for all of its own. */
    public static double middle(int bucket) {
        return BUCKETS.from(bucket) + (BUCKETS.width(bucket) - 1) / 2.0;
    }

    /** The least duration of a bucket. */
    public static long from(int bucket) {
        return BUCKETS.from(bucket);
    }

    /** How many whole milliseconds share a bucket. */
    public static long width(int bucket) {
        return BUCKETS.width(bucket);
    }

    public void add(int bucket, long count) {
        makeRoom(bucket);
        counts[bucket - first] += count;
        n += count;
    }

    private void makeRoom(int bucket) {
        if (counts.length == 0) {
            first = bucket;
            counts = new long[1];
        } else if (bucket < first) {
            int begin = Math.max(0, Math.min(bucket, first - counts.length / 2));
            long[] wider = new long[counts.length + first - begin];
            System.arraycopy(counts, 0, wider, first - begin, counts.length);
            first = begin;
            counts = wider;
        } else if (bucket - first >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(bucket - first + 1, counts.length * 3 / 2));
        }
    }

    public void addDuration(long ms) {
        add(of(ms), 1);
    }

    public void add(StageBuckets other, long times) {
        for (int i = 0; i < other.counts.length; i++) {
            if (other.counts[i] != 0) {
                add(other.first + i, times * other.counts[i]);
            }
        }
    }

    /** Adds what {@link #bytes} gave. */
    public void add(byte[] stored) {
        int bucket = -1;
        int at = 0;
        while (at < stored.length) {
            int step = 0;
            int shift = 0;
            byte part;
            do {
                part = stored[at++];
                step |= (part & 0x7F) << shift;
                shift += 7;
            } while (part < 0);
            long folded = 0;
            shift = 0;
            do {
                part = stored[at++];
                folded |= (part & 0x7FL) << shift;
                shift += 7;
            } while (part < 0);
            bucket += step;
            add(bucket, folded >>> 1 ^ -(folded & 1));
        }
    }

    /** Of each bucket that is not empty, how far it is from the one before and its count, in as few bytes as these need. */
    public byte[] bytes() {
        byte[] bytes = new byte[64];
        int size = 0;
        int last = -1;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] != 0) {
                if (size + 2 * MOST_BYTES > bytes.length) {
                    bytes = Arrays.copyOf(bytes, bytes.length * 2);
                }
                size = write(bytes, size, first + i - last);
                size = write(bytes, size, counts[i] << 1 ^ counts[i] >> 63);
                last = first + i;
            }
        }
        return Arrays.copyOf(bytes, size);
    }

    /** @return where the next one belongs */
    private static int write(byte[] bytes, int from, long value) {
        int at = from;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[at++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        return at;
    }

    /** No bucket holds anything. */
    public boolean isEmpty() {
        return Arrays.stream(counts).allMatch(count -> count == 0);
    }

    public long n() {
        return n;
    }

    public long count(int bucket) {
        int place = bucket - first;
        return place >= 0 && place < counts.length ? counts[place] : 0;
    }

    /** The bucket of the duration that has so many before it in order. */
    public int bucketAt(long rank) {
        long seen = 0;
        int last = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen > rank) {
                return first + i;
            }
            last = counts[i] > 0 ? first + i : last;
        }
        return last;
    }

    /** How many durations are in the buckets before this one. */
    public long before(int bucket) {
        long seen = 0;
        for (int i = 0; i < bucket - first && i < counts.length; i++) {
            seen += counts[i];
        }
        return seen;
    }

    /** How many durations each bucket has that is not empty, the shortest first. */
    public Map<Integer, Long> counts() {
        Map<Integer, Long> filled = new TreeMap<>();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] != 0) {
                filled.put(first + i, counts[i]);
            }
        }
        return filled;
    }

    /** Of all durations, each taken for the middle of its bucket. */
    public double sum() {
        double sum = 0;
        for (int i = 0; i < counts.length; i++) {
            sum += counts[i] == 0 ? 0 : counts[i] * middle(first + i);
        }
        return sum;
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
        return middle(bucketAt(rank));
    }
}
