package dev.weir.testkit;

import static dev.weir.core.event.EventType.SLEEP_COMPLETED;
import static dev.weir.core.event.EventType.SLEEP_STARTED;
import static dev.weir.core.event.EventType.WORKFLOW_CANCELLED;
import static dev.weir.core.event.EventType.WORKFLOW_COMPLETED;
import static dev.weir.core.event.EventType.WORKFLOW_FAILED;
import static dev.weir.core.event.EventType.WORKFLOW_PAUSED;
import static dev.weir.core.event.EventType.WORKFLOW_QUEUED;
import static dev.weir.core.event.EventType.WORKFLOW_STARTED;

import dev.weir.core.event.EventError;
import dev.weir.testkit.StepStory.Fate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an engine says of one run, from its start until it ends or is left alone. */
final class RunStory {
    private static final List<String> STEPS =
            List.of("reserve", "charge", "ship/label", "notify 📨", "50% refund", "say \"thanks\"", "audit", "archive");

    private final Teller teller;
    private final long startedAt;
    private int nextStep;
    private @Nullable String failedStep;
    private int failedAttempt;

    RunStory(Teller teller) {
        this.teller = teller;
        startedAt = teller.now;
    }

    /** @return whether the run ended */
    boolean tell() {
        teller.completedSteps.clear();
        if (teller.chance(30)) {
            teller.tell(WORKFLOW_QUEUED).hasValue(teller.habits.tellsValues());
            if (teller.chance(10)) {
                return false;
            }
            teller.pass(2000);
        }
        teller.tell(WORKFLOW_STARTED).hasValue(teller.habits.tellsValues());
        work(teller.between(1, 4));
        while (failedStep != null && teller.chance(80)) {
            fail();
            if (!teller.chance(35)) {
                return true;
            }
            reopen();
        }
        return end();
    }

    /** Until all phases are told, or a step failed. */
    private void work(int phases) {
        for (int i = 0; i < phases && failedStep == null; i++) {
            teller.pass(50);
            int kind = teller.random.nextInt(100);
            if (kind < 55) {
                step(STEPS.get(nextStep++ % STEPS.size()), 1);
            } else if (kind < 75) {
                together();
            } else if (kind < 90) {
                sleep();
            } else {
                teller.pass(5000); // a crash between two steps: the run comes back without ever having paused
                teller.resume();
            }
        }
    }

    private void step(String name, int attempt) {
        StepStory story = new StepStory(teller, name, attempt);
        if (story.tell() == Fate.FAILED) {
            failedStep = name;
            failedAttempt = story.attempt();
        }
    }

    private void together() {
        List<Runnable> branches = new ArrayList<>();
        for (int i = teller.between(2, 3); i > 0; i--) {
            String name = STEPS.get(nextStep++ % STEPS.size());
            branches.add(() -> step(name, 1));
        }
        teller.tellTogether(branches);
    }

    private void sleep() {
        long ms = teller.chance(5) ? 25L * 86_400_000 : teller.between(0, 10_000);
        long until = teller.now + ms * 1000;
        teller.tell(SLEEP_STARTED).durationMs(ms).resumeAt(until);
        boolean pauses = teller.chance(70);
        if (pauses) {
            teller.tell(WORKFLOW_PAUSED).reason("sleep").resumeAt(until);
        }
        teller.pass(10_000);
        if (pauses) {
            teller.resume();
        }
        if (teller.chance(90)) {
            teller.tell(SLEEP_COMPLETED).durationMs(teller.chance(30) ? 0 : ms);
        }
    }

    private void reopen() {
        teller.pass(5000);
        if (teller.chance(30)) {
            teller.tell(WORKFLOW_PAUSED).reason("retry").resumeAt(teller.now + 1_000_000);
            teller.pass(1000);
        }
        teller.resume();
        String again = failedStep;
        failedStep = null;
        if (again != null) {
            step(again, teller.chance(70) ? failedAttempt + 1 : 1);
        }
        work(teller.between(0, 2));
    }

    private boolean end() {
        teller.pass(50);
        int kind = teller.random.nextInt(100);
        if (kind < 65) {
            teller.tell(WORKFLOW_COMPLETED)
                    .completedSteps(listedSteps())
                    .durationMs((teller.now - startedAt) / 1000)
                    .hasValue(teller.habits.tellsValues());
        } else if (kind < 75) {
            fail();
        } else if (kind < 87) {
            teller.tell(WORKFLOW_CANCELLED)
                    .reason(teller.chance(50) ? "no longer wanted" : null)
                    .completedSteps(listedSteps());
        }
        return kind < 87;
    }

    private void fail() {
        boolean named = teller.habits.namesFailedStep();
        teller.tell(WORKFLOW_FAILED)
                .error(new EventError(
                        "the order could not be placed",
                        teller.chance(30) ? "E_ORDER" : null,
                        named ? failedStep : null,
                        named && failedStep != null && teller.habits.tellsAttempts() ? toldFailedAttempt() : null))
                .completedSteps(listedSteps());
    }

    private int toldFailedAttempt() {
        return teller.habits.countsFromZero() ? failedAttempt - 1 : failedAttempt;
    }

    private List<String> listedSteps() {
        return teller.habits.listsCompletedSteps() ? List.copyOf(teller.completedSteps) : List.of();
    }
}
