package dev.weir.server;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the job stands that folds what this server hands over to brokers.
 *
 * @param running it said so within the last seconds
 * @param atWork when it last did; null if it never did, or if that is not known
 * @param lagEvents how many events the brokers have that the log does not; null while that is not known
 * @param lagMs how long the oldest of these has waited, 0 if there are none; null while that is not known
 * @param brokersAnswer whether the brokers can be asked, and take events
 */
public record JobState(
        boolean running,
        @Nullable Instant atWork,
        @Nullable Long lagEvents,
        @Nullable Long lagMs,
        boolean brokersAnswer) {
    private static final long WORTH_MENTIONING_MS = 5_000;

    /** In a few words, for people. */
    public String words() {
        if (!running) {
            return "not running";
        }
        return lagMs == null || lagMs < WORTH_MENTIONING_MS ? "at work" : lagMs / 1000 + " s behind";
    }
}
