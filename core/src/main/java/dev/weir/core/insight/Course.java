package dev.weir.core.insight;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How runs ended over time, in buckets of one length.
 *
 * @param from of the first bucket, in microseconds, as is the length
 * @param buckets the oldest first
 */
public record Course(long from, long length, List<Outcomes> buckets) {
    private static final long HOUR = 3_600_000_000L;

    public Outcomes sum() {
        return sumFrom(0);
    }

    /**
     * What tells how things stand at the end: an hour, or as much more as it takes for twenty ends. What went wrong and is over
     * needs nobody, and what has only begun must not vanish among the many runs before it.
     */
    public Outcomes newest() {
        int first = buckets.size();
        long least = Math.max(1, HOUR / length);
        Outcomes sum = Outcomes.NONE;
        while (first > 0 && (buckets.size() - first < least || sum.ended() < UsualRate.ENOUGH)) {
            first--;
            sum = sum.plus(buckets.get(first));
        }
        return sum;
    }

    /**
     * Since when more have failed than usual, up to the end; null if they have not. Going back, a stretch ends where a bucket has
     * no failure, or enough ends to tell that it is as usual; one in which nothing ended tells nothing, and of the last one
     * there is more to come.
     */
    public @Nullable Long outsideSince(@Nullable UsualRate usual) {
        int first = buckets.size();
        for (int i = buckets.size() - 1; i >= 0 && !endsStretch(i, usual); i--) {
            first = buckets.get(i).failed() > 0 ? i : first;
        }
        return UsualRate.isOutside(sumFrom(first), usual) ? Long.valueOf(from + first * length) : null;
    }

    private boolean endsStretch(int place, @Nullable UsualRate usual) {
        Outcomes bucket = buckets.get(place);
        boolean isLast = place == buckets.size() - 1;
        boolean telling = bucket.failed() == 0 ? bucket.ended() > 0 : bucket.ended() >= UsualRate.ENOUGH;
        return !isLast && telling && !isOutside(place, usual);
    }

    /** By what is usual for the whole. */
    public boolean isOutside(int bucket, @Nullable UsualRate usual) {
        return UsualRate.isOutside(buckets.get(bucket), usual);
    }

    /** What ended in the buckets that begin then or later. */
    public Outcomes from(long micros) {
        return sumFrom((int) Math.max(0, Math.floorDiv(micros - from + length - 1, length)));
    }

    /** What ended in a bucket and after it. */
    private Outcomes sumFrom(int first) {
        Outcomes sum = Outcomes.NONE;
        for (Outcomes bucket : buckets.subList(first, buckets.size())) {
            sum = sum.plus(bucket);
        }
        return sum;
    }
}
