package dev.weir.core.insight;

import org.jspecify.annotations.Nullable;

/** How runs usually end, and whether some of them ended otherwise. */
public record UsualRate(Outcomes outcomes) {
    /** Of fewer there is nothing usual. */
    static final int ENOUGH = 20;

    private static final int FEWEST_FAILURES = 3;
    private static final double LEAST_DIFFERENCE = 0.01;
    private static final int FEWEST_WITHOUT_USUAL = 5;

    /** @return null where there is too little evidence */
    public static @Nullable UsualRate of(Outcomes sum) {
        return sum.ended() < ENOUGH ? null : new UsualRate(sum);
    }

    /** More fail than usual or, where nothing is usual yet, at least half of at least five. */
    public static boolean isOutside(Outcomes now, @Nullable UsualRate usual) {
        return usual == null
                ? now.ended() >= FEWEST_WITHOUT_USUAL && now.failed() * 2 >= now.ended()
                : usual.isExceededBy(now);
    }

    public double successRate() {
        return 1 - outcomes.failureRate();
    }

    /**
     * More fail than usual: the 99 % intervals of both shares do not touch, and they are at least one percentage point apart.
     * One or two failures are never enough.
     */
    boolean isExceededBy(Outcomes now) {
        return now.failed() >= FEWEST_FAILURES
                && now.failureRate() - outcomes.failureRate() >= LEAST_DIFFERENCE
                && Wilson.of(now.failed(), now.ended()).lower()
                        > Wilson.of(outcomes.failed(), outcomes.ended()).upper();
    }
}
