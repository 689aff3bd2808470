package dev.weir.cli.demo;

/**
 * What goes wrong for a while, again and again: once in each of its cycles, at a moment and for a time that differ from
 * cycle to cycle.
 */
enum Incident {
    /** The payment provider does not answer; charges time out and are tried again, or not any more. */
    PAYMENTS_TIME_OUT(47, 5, 9),

    /** A worker hangs: what it works on says nothing until it is started anew. */
    WORKER_HANGS(64, 12, 21),

    /** The scheduler is behind: nobody wakes what sleeps. */
    WAKING_IS_LATE(53, 8, 14),

    /** Somebody imports a backlog: several times the usual work. */
    BURST(21, 1, 3),

    /** Nobody reviews: what came to the review stays there. */
    REVIEW_RESTS(58, 8, 15),

    /** An orchestrator starts hardly any of the streams that come to it. */
    RUNNER_FAILS(67, 14, 20);

    private static final long MINUTE = 60_000;

    private final int cycleMinutes;
    private final int leastMinutes;
    private final int mostMinutes;

    Incident(int cycleMinutes, int leastMinutes, int mostMinutes) {
        this.cycleMinutes = cycleMinutes;
        this.leastMinutes = leastMinutes;
        this.mostMinutes = mostMinutes;
    }

    boolean isOn(long atMs) {
        return endOf(atMs) > atMs;
    }

    /** When the incident of this moment is over; the moment itself if there is none. */
    long endOf(long atMs) {
        long cycle = Math.floorDiv(atMs, cycleMinutes * MINUTE);
        Chance chance = new Chance(ordinal() + 1L, cycle);
        int minutes = chance.between(leastMinutes, mostMinutes + 1);
        long begin = cycle * cycleMinutes * MINUTE + (long) (chance.share() * (cycleMinutes - minutes) * MINUTE);
        long end = begin + minutes * MINUTE;
        return atMs >= begin && atMs < end ? end : atMs;
    }
}
