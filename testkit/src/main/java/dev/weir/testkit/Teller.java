package dev.weir.testkit;

import dev.weir.core.event.EventType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The simulated engine's voice: its clock, its habits, and all that it has said so far. */
final class Teller {
    final SplittableRandom random;
    final Habits habits;
    final List<EventDraft> told = new ArrayList<>();

    /** Of the run that is being told, in the order of their completion. */
    final Set<String> completedSteps = new LinkedHashSet<>();

    @Nullable
    String executionId;

    long now;

    Teller(SplittableRandom random, Habits habits, long now) {
        this.random = random;
        this.habits = habits;
        this.now = now;
    }

    EventDraft tell(EventType type) {
        EventDraft draft = new EventDraft(type, now).executionId(executionId);
        told.add(draft);
        return draft;
    }

    EventDraft tell(EventType type, String step) {
        return tell(type).step(step);
    }

    /** An engine that comes back says again, in one moment, what it finds already done. */
    void resume() {
        tell(EventType.WORKFLOW_RESUMED);
        if (habits.replaysOnResume()) {
            for (String step : completedSteps) {
                tell(EventType.STEP_COMPLETED, step).attempt(1).durationMs(0L).cached(true);
            }
        }
    }

    /** Lets some time pass, often none at all. */
    void pass(int atMostMs) {
        now += switch (habits.pace()) {
            case SECONDS -> random.nextInt(atMostMs + 1) * 1000L;
            case MICROSECONDS -> random.nextInt(atMostMs * 1000 + 1);
            case MANY_IN_A_MILLISECOND -> chance(70) ? 0 : random.nextInt(3) * 1000L;
        };
    }

    boolean chance(int percent) {
        return Habits.chance(random, percent);
    }

    int between(int from, int to) {
        return random.nextInt(from, to + 1);
    }

    /** Tells branches that begin together and run side by side, each by its own clock. */
    void tellTogether(List<Runnable> branches) {
        long start = now;
        long latest = now;
        int from = told.size();
        for (Runnable branch : branches) {
            now = start;
            branch.run();
            latest = Math.max(latest, now);
        }
        now = latest;
        told.subList(from, told.size()).sort(Comparator.comparingLong(EventDraft::at));
    }
}
