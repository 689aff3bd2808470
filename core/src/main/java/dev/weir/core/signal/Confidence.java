package dev.weir.core.signal;

/**
 * How far a signature can be trusted: {@code n / (n + 2) · ½^(age / 30 days)}, where n is how many failures agreed with it
 * and age the time since the last of them. Computed when read: of what is stored only the two sums change with failures,
 * and nothing has to be written for time to pass.
 *
 * <p>After one sample it is a third, after two a half (what a signature that nobody knows anything of is given), after 43
 * it is 0.956. A cause that has not shown itself for a month is half as likely to be the one at work; so a single sample
 * falls below the 0.3 at which signatures are disabled within a week, and one with many after two months.
 */
public final class Confidence {
    /** How many samples are as good as not knowing. */
    private static final int DOUBT = 2;

    private static final double HALF_LIFE_MICROS = 30 * 86_400_000_000.0;
    private static final double PLACES = 1000;

    private Confidence() {}

    /**
     * @param lastSeen in microseconds since 1970, as is {@code now}; a sample of the future is as good as one of now
     * @return from 0 to 1, with three places behind the point
     */
    public static double of(long samples, long lastSeen, long now) {
        if (samples <= 0) {
            return 0;
        }
        double age = Math.max(0, now - lastSeen) / HALF_LIFE_MICROS;
        // StrictMath: the same on every machine to the last bit, so that a rebuild can be compared
        double confidence = samples / (double) (samples + DOUBT) * StrictMath.pow(0.5, age);
        return Math.round(confidence * PLACES) / PLACES;
    }
}
