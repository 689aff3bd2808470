package dev.weir.testkit;

import java.util.SplittableRandom;

/** How one engine tells what it does. Emitters differ, but an emitter keeps its ways throughout a history. */
record Habits(
        RetryTelling retries,
        Pace pace,
        boolean countsFromZero,
        boolean completesAsFirstAttempt,
        boolean announcesPhantom,
        boolean failsBeforeExhausted,
        boolean tellsMaxAttempts,
        boolean tellsAttempts,
        boolean namesFailedStep,
        boolean listsCompletedSteps,
        boolean tellsExecutionId,
        boolean pausesForRetries,
        boolean replaysOnResume,
        boolean tellsValues) {

    /** The three ways in use to say that an attempt failed and another one follows. */
    enum RetryTelling {
        SCHEDULED_ONLY,
        FAILED_WILL_RETRY,
        FAILED_WONT_RETRY
    }

    /** What the timestamps look like. */
    enum Pace {
        SECONDS,
        MICROSECONDS,
        MANY_IN_A_MILLISECOND
    }

    static Habits of(SplittableRandom random) {
        return new Habits(
                RetryTelling.values()[random.nextInt(RetryTelling.values().length)],
                Pace.values()[random.nextInt(Pace.values().length)],
                chance(random, 25),
                chance(random, 25),
                chance(random, 40),
                chance(random, 50),
                chance(random, 40),
                chance(random, 90),
                chance(random, 50),
                chance(random, 60),
                chance(random, 40),
                chance(random, 40),
                chance(random, 50),
                chance(random, 60));
    }

    static boolean chance(SplittableRandom random, int percent) {
        return random.nextInt(100) < percent;
    }
}
