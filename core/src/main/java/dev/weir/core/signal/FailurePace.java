package dev.weir.core.signal;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How often a kind of failure happens in a range, beside how often it usually does: the days before the range, four weeks
 * at most and none before it was first seen.
 *
 * @param count in the range
 * @param days how long the range is
 * @param before how many there were on the days before
 * @param daysBefore how many days those are; none says nothing about what is usual
 */
public record FailurePace(long count, double days, long before, int daysBefore) {
    /** Failures that come by chance stay within it 999 times of 1,000. */
    private static final double DEVIATIONS = 3;

    /** @return null if it was not known before */
    public @Nullable Double usualPerDay() {
        return daysBefore <= 0 ? null : Double.valueOf((double) before / daysBefore);
    }

    /**
     * Whether there are more than are usual: more than the expected number, three times its root and one, so that a single
     * failure never stands out. What was not known before is usual nowhere.
     */
    public boolean isOutsideUsual() {
        Double usual = usualPerDay();
        if (usual == null) {
            return count > 0;
        }
        double expected = usual * days;
        return count > expected + DEVIATIONS * Math.sqrt(expected) + 1;
    }

    /** @param open of those in the range nobody has dealt with, and nothing has recovered */
    public String sentence(long open) {
        String runs = count == 1 ? "1 run" : String.format(Locale.ROOT, "%,d runs", count);
        Double usual = usualPerDay();
        String beside = usual == null
                ? ", not seen before"
                : ", usually " + perDay(usual) + (isOutsideUsual() ? "" : ", so nothing unusual");
        String rest = count == 0
                ? "."
                : open == 0 ? "; none is open." : open == count ? "; none has recovered." : "; " + open + " open.";
        return runs + beside + rest;
    }

    private static String perDay(double usual) {
        if (usual == 0) {
            return "none";
        }
        return usual < 0.1
                ? "fewer than one in ten days"
                : String.format(Locale.ROOT, usual < 10 ? "%.1f" : "%,.0f", usual) + " a day";
    }
}
