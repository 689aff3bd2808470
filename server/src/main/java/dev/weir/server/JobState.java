package dev.weir.server;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How the job stands that folds what this server hands over to brokers.
 *
 * @param running it said so within the last seconds
 * @param atWork when it last did; null if it never did, or if that is not known
 * @param lagEvents how many events the brokers have that the log does not; null while that is not known
 * @param lagMs how long the oldest of these has waited, 0 if there are none; null while that is not known
 * @param obstacle why this server cannot hand events over; null if it can
 */
public record JobState(
        boolean running,
        @Nullable Instant atWork,
        @Nullable Long lagEvents,
        @Nullable Long lagMs,
        @Nullable Obstacle obstacle) {
    private static final long WORTH_MENTIONING_MS = 5_000;

    /** What keeps events from a job that would fold them. */
    public enum Obstacle {
        BROKERS_AWAY("The brokers do not answer."),
        TOPIC_GONE("The brokers do not have the topic any more: start Weir again, which creates it."),
        TAKEN_OVER("Servers have taken the database over: start Weir without --kafka.");

        private final String sentence;

        Obstacle(String sentence) {
            this.sentence = sentence;
        }

        public String sentence() {
            return sentence;
        }

        @JsonValue
        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** In a few words, for people. */
    public String words() {
        if (!running) {
            return "not running";
        }
        return lagMs == null || lagMs < WORTH_MENTIONING_MS ? "at work" : lagMs / 1000 + " s behind";
    }
}
