package dev.weir.host;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Where the writers of one process keep their shares of the roll-ups: far from each other, as two on one slot would only
 * wait for each other.
 */
public record Slots(int first) {
    private static final int COUNT = 32;

    public static Slots atRandom() {
        return new Slots(ThreadLocalRandom.current().nextInt(COUNT));
    }

    /** @param lane of so many that commit side by side */
    public int ofLane(int lane, int lanes) {
        return (first + lane * COUNT / lanes) % COUNT;
    }

    int ofRefolder() {
        return (first + COUNT / 4) % COUNT;
    }

    int ofAttributor() {
        return (first + COUNT * 3 / 4) % COUNT;
    }
}
