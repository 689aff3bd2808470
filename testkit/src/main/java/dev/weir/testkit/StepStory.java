package dev.weir.testkit;

import static dev.weir.core.event.EventType.RETRY_EXHAUSTED;
import static dev.weir.core.event.EventType.RETRY_SCHEDULED;
import static dev.weir.core.event.EventType.STEP_COMPLETED;
import static dev.weir.core.event.EventType.STEP_FAILED;
import static dev.weir.core.event.EventType.STEP_STARTED;
import static dev.weir.core.event.EventType.TIMEOUT_EXCEEDED;
import static dev.weir.core.event.EventType.TIMEOUT_SET;
import static dev.weir.core.event.EventType.WORKFLOW_PAUSED;

import dev.weir.core.event.EventError;
import org.jspecify.annotations.Nullable;

/** What an engine says of one step, from its first attempt until it is done or given up. */
final class StepStory {

    /** How the step stands when its story ends. */
    enum Fate {
        COMPLETED,
        FAILED,
        UNDER_WAY
    }

    private static final EventError REFUSED = new EventError("card refused", "E_CARD", null, null);

    private final Teller teller;
    private final String step;
    private final int mostAttempts;
    private final long startedAt;
    private int attempt;
    private int delayMs;

    /** @param attempt the number of the first attempt, counted from 1 whatever the engine says */
    StepStory(Teller teller, String step, int attempt) {
        this.teller = teller;
        this.step = step;
        this.attempt = attempt;
        mostAttempts = attempt - 1 + teller.between(1, 4);
        startedAt = teller.now;
    }

    int attempt() {
        return attempt;
    }

    Fate tell() {
        if (teller.chance(3)) {
            setTimeout(); // and never gets round to it
            return Fate.UNDER_WAY;
        }
        while (true) {
            start(attempt);
            teller.pass(800);
            int luck = teller.random.nextInt(100);
            if (luck < 55) {
                complete();
                return Fate.COMPLETED;
            }
            if (luck < 60) {
                return Fate.UNDER_WAY;
            }
            if (luck < 68) {
                crash();
                continue;
            }
            boolean timedOut = luck < 76;
            if (timedOut) {
                teller.tell(TIMEOUT_EXCEEDED, step).timeoutMs(500L);
            }
            if (attempt >= mostAttempts) {
                giveUp(timedOut);
                return Fate.FAILED;
            }
            scheduleRetry(timedOut);
            if (teller.chance(8)) {
                return Fate.UNDER_WAY;
            }
            awaitRetry();
            attempt++;
        }
    }

    private void start(int number) {
        teller.tell(STEP_STARTED, step)
                .attempt(told(number))
                .maxAttempts(teller.habits.tellsMaxAttempts() ? mostAttempts : null);
        if (teller.chance(20)) {
            setTimeout();
        }
    }

    private void setTimeout() {
        teller.tell(TIMEOUT_SET, step).timeoutMs(500L).deadline(teller.now + 500_000);
    }

    private void complete() {
        teller.tell(STEP_COMPLETED, step)
                .attempt(teller.habits.completesAsFirstAttempt() ? Integer.valueOf(1) : told(attempt))
                .durationMs((teller.now - startedAt) / 1000)
                .cached(false)
                .hasValue(teller.habits.tellsValues());
        teller.completedSteps.add(step);
    }

    /** The engine dies in the middle and, once back, does the step again under the same number or the next. */
    private void crash() {
        teller.pass(5000);
        teller.resume();
        attempt += teller.random.nextInt(2);
    }

    private void scheduleRetry(boolean timedOut) {
        switch (teller.habits.retries()) {
            case SCHEDULED_ONLY -> {}
            case FAILED_WILL_RETRY -> fail(!timedOut || teller.chance(50), true);
            case FAILED_WONT_RETRY -> fail(!timedOut || teller.chance(50), false);
        }
        delayMs = teller.between(0, 2000);
        teller.tell(RETRY_SCHEDULED, step)
                .attempt(told(attempt))
                .delayMs((long) delayMs)
                .nextAttemptAt(teller.now + delayMs * 1000L);
    }

    private void awaitRetry() {
        boolean pauses = teller.habits.pausesForRetries();
        if (pauses) {
            teller.tell(WORKFLOW_PAUSED).reason("retry").step(step).resumeAt(teller.now + delayMs * 1000L);
        }
        teller.pass(delayMs);
        if (pauses) {
            teller.resume();
        }
    }

    private void giveUp(boolean timedOut) {
        if (teller.habits.failsBeforeExhausted() || mostAttempts == 1) {
            fail(!timedOut || teller.chance(50), false);
        }
        if (mostAttempts == 1) {
            return;
        }
        if (teller.habits.announcesPhantom()) {
            start(attempt + 1);
        }
        teller.tell(RETRY_EXHAUSTED, step).attempts(attempt);
    }

    private void fail(boolean said, boolean willRetry) {
        if (said) {
            teller.tell(STEP_FAILED, step)
                    .attempt(told(attempt))
                    .error(teller.chance(80) ? REFUSED : null)
                    .willRetry(willRetry);
        }
    }

    private @Nullable Integer told(int number) {
        if (!teller.habits.tellsAttempts()) {
            return null;
        }
        return teller.habits.countsFromZero() ? number - 1 : number;
    }
}
