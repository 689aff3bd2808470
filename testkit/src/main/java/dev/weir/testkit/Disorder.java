package dev.weir.testkit;

import dev.weir.core.event.EventError;
import dev.weir.core.event.EventType;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What goes wrong between an engine and a log: late words, lost events, clocks that disagree or tick coarsely. */
final class Disorder {
    private static final EventType[] LATE_WORDS = {
        EventType.STEP_STARTED,
        EventType.STEP_COMPLETED,
        EventType.STEP_FAILED,
        EventType.RETRY_SCHEDULED,
        EventType.TIMEOUT_EXCEEDED,
        EventType.SLEEP_STARTED,
        EventType.SLEEP_COMPLETED,
        EventType.WORKFLOW_PAUSED,
        EventType.WORKFLOW_RESUMED,
        EventType.WORKFLOW_COMPLETED,
        EventType.WORKFLOW_FAILED,
        EventType.WORKFLOW_CANCELLED
    };

    private final SplittableRandom random;

    Disorder(SplittableRandom random) {
        this.random = random;
    }

    List<EventDraft> disturb(List<EventDraft> told) {
        List<EventDraft> events = new ArrayList<>(told);
        if (chance(25)) {
            sayMore(events);
        }
        if (chance(25)) {
            loseFirst(events);
        }
        if (chance(35)) {
            loseSome(events);
        }
        if (chance(20)) {
            skewOneStep(events);
        }
        if (chance(15)) {
            skewSome(events);
        }
        if (chance(20)) {
            tickCoarsely(events);
        }
        return events;
    }

    /** Somebody did not hear that the run is over. */
    private void sayMore(List<EventDraft> events) {
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            EventDraft before = events.get(random.nextInt(events.size()));
            EventType type = LATE_WORDS[random.nextInt(LATE_WORDS.length)];
            String step = before.stepName() == null ? "forgotten" : before.stepName();
            long at = events.get(events.size() - 1).at() + (chance(50) ? 0 : random.nextInt(2_000_000));
            EventDraft more = new EventDraft(type, at);
            if (type.concernsStep()) {
                more.step(step);
                if (type != EventType.TIMEOUT_EXCEEDED) {
                    more.attempt(random.nextInt(1, 5));
                }
            }
            if (type == EventType.STEP_FAILED) {
                more.willRetry(chance(50)).error(new EventError("too late", null, null, null));
            }
            events.add(more);
        }
    }

    private void loseFirst(List<EventDraft> events) {
        int lost = Math.min(random.nextInt(1, 5), events.size() - 1);
        events.subList(0, lost).clear();
    }

    private void loseSome(List<EventDraft> events) {
        int percent = chance(50) ? 5 : 30;
        EventDraft kept = events.get(random.nextInt(events.size()));
        events.removeIf(event -> event != kept && chance(percent));
    }

    /** One worker's clock is wrong. */
    private void skewOneStep(List<EventDraft> events) {
        String step = events.get(random.nextInt(events.size())).stepName();
        long by = skew();
        for (EventDraft event : events) {
            if (step != null && step.equals(event.stepName())) {
                event.at(event.at() + by);
            }
        }
    }

    private void skewSome(List<EventDraft> events) {
        for (EventDraft event : events) {
            if (chance(15)) {
                event.at(event.at() + skew());
            }
        }
    }

    private long skew() {
        int most = chance(50) ? 2000 : 5_000_000;
        return random.nextLong(2L * most + 1) - most;
    }

    private void tickCoarsely(List<EventDraft> events) {
        long tick = chance(50) ? 1000 : 1_000_000;
        for (EventDraft event : events) {
            event.at(Math.floorDiv(event.at(), tick) * tick);
        }
    }

    private boolean chance(int percent) {
        return Habits.chance(random, percent);
    }
}
