package dev.weir.core.insight;

import org.jspecify.annotations.Nullable;

/** How many runs completed and how many failed; a cancelled run is neither. Sums of these are judged, never rates. */
public record Outcomes(long completed, long failed) {
    public static final Outcomes NONE = new Outcomes(0, 0);

    public Outcomes plus(Outcomes other) {
        return new Outcomes(completed + other.completed, failed + other.failed);
    }

    public long ended() {
        return completed + failed;
    }

    /** Null where nothing ended. */
    public @Nullable Double successRate() {
        return ended() == 0 ? null : Double.valueOf((double) completed / ended());
    }

    double failureRate() {
        return ended() == 0 ? 0 : (double) failed / ended();
    }
}
