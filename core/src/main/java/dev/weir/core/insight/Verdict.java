package dev.weir.core.insight;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How an environment, or a service in one, fares. */
public enum Verdict {
    HEALTHY,
    DEGRADED,
    FAILING,
    SILENT,
    QUIET;

    private static final double MOST_FAIL = 0.5;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Silent if it should have been heard of, quiet if nothing ended. Failing if at least half failed and that is not usual;
     * degraded if more failed than usual. Where nothing is usual yet, half of at least five is failing, and nothing is
     * degraded.
     */
    public static Verdict of(Outcomes now, @Nullable UsualRate usual, boolean silent) {
        if (silent) {
            return SILENT;
        }
        if (now.ended() == 0) {
            return QUIET;
        }
        if (!UsualRate.isOutside(now, usual)) {
            return HEALTHY;
        }
        return now.failureRate() >= MOST_FAIL ? FAILING : DEGRADED;
    }
}
