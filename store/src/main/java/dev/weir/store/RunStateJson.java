package dev.weir.store;

import dev.weir.core.run.AttemptState;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.run.SleepState;
import dev.weir.core.run.StepState;
import dev.weir.core.run.StepStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The state of a run as one terse JSON value: it is rewritten with every event. Steps, attempts and sleeps are arrays
 * whose places {@link RunStateReader} and the views of V4__views.sql know; what follows from other places is left out,
 * times are microseconds after the run's creation, event ids are base64, and what the row's own columns say is not
 * repeated.
 */
final class RunStateJson {
    /** How many steps, attempts and sleeps are in the row itself, and in each chunk of {@code run_overflow}. */
    static final int CHUNK = 64;

    static final int CACHED = 1;
    static final int ZERO_BASED = 2;
    static final int TIMED_OUT = 4;

    private final RunState run;
    private final JsonText json;

    private RunStateJson(RunState run, JsonText json) {
        this.run = run;
        this.json = json;
    }

    /** All but what is beyond the first chunk of each list. */
    static JsonText head(RunState run, JsonText json) {
        new RunStateJson(run, json.clear()).writeHead();
        return json;
    }

    static byte[] steps(RunState run, int from, int to) {
        JsonText json = new JsonText();
        new RunStateJson(run, json).writeSteps(from, to);
        return json.copy();
    }

    static byte[] attempts(RunState run, int from, int to) {
        JsonText json = new JsonText();
        new RunStateJson(run, json).writeAttempts(from, to);
        return json.copy();
    }

    static byte[] sleeps(RunState run, int from, int to) {
        JsonText json = new JsonText();
        new RunStateJson(run, json).writeSleeps(from, to);
        return json.copy();
    }

    private void writeHead() {
        json.beginObject();
        if (run.nameFromStart()) {
            json.name("nf").number(1);
        }
        time("pa", run.pausedAt());
        time("fa", run.firstActivityAt());
        id("i", run.inputEvent());
        id("e", run.endEvent());
        number("et", run.errorAttempt());
        if (!run.failedSteps().isEmpty()) {
            json.name("fs").beginArray();
            run.failedSteps().forEach(failed -> json.number(failed.step()).number(failed.attempt()));
            json.endArray();
        }
        json.name("k").number(run.ticks());
        json.name("lr").number(run.last().rank());
        json.name("s");
        writeSteps(0, Math.min(CHUNK, run.steps().size()));
        json.name("a");
        writeAttempts(0, Math.min(CHUNK, run.attempts().size()));
        if (!run.sleeps().isEmpty()) {
            json.name("z");
            writeSleeps(0, Math.min(CHUNK, run.sleeps().size()));
        }
        if (!run.namedSteps().isEmpty()) {
            json.name("m");
            writeNamedSteps();
        }
        json.endObject();
    }

    private void writeSteps(int from, int to) {
        json.beginArray();
        Latest latest = new Latest(run.attempts(), from, to);
        for (int i = from; i < to; i++) {
            step(run.steps().get(i), latest.of(i));
        }
        json.endArray();
    }

    private void step(StepState step, @Nullable AttemptState latest) {
        StepStatus shown = RunRows.shownStatus(run, step);
        json.beginArray()
                .string(step.name()) // 0
                .number(shown.ordinal())
                .number(latest == null ? null : Integer.valueOf(RunRows.shownNumber(step, latest.number())));
        time(step.startedAt()); // 3
        time(step.completedAt());
        json.number(step.reportedMs()) // 5
                .unlessZero(step.startedTick())
                .unlessZero(step.completedTick())
                .number(step.maxAttempts()) // 8
                .id(step.resultEvent())
                .id(step.errorEvent()) // 10
                .unlessZero(step.retryCount())
                .number(
                        shown == step.status()
                                ? null
                                : Integer.valueOf(step.status().ordinal()))
                .unlessZero((step.cached() ? CACHED : 0)
                        | (step.zeroBased() ? ZERO_BASED : 0)
                        | (step.timedOut() ? TIMED_OUT : 0)); // 13
        derivable(Objects.equals(step.createdAt(), step.startedAt()), offset(step.createdAt()));
        derivable(Objects.equals(step.endedAt(), step.completedAt()), offset(step.endedAt())); // 15
        Long worked = latest == null ? null : RunRows.durationMs(latest);
        derivable(Objects.equals(worked, millis(step.startedAt(), step.completedAt())), worked); // 16
        time(step.nextRetryAt());
        json.number(step.lastDelayMs()).number(step.timeoutMs()); // 18, 19
        time(step.timeoutDeadline());
        time(step.exhaustedAt()); // 21
        json.endArray();
    }

    /** Few of the named steps are news: the others are told by their place. */
    private void writeNamedSteps() {
        Map<String, Integer> places = new HashMap<>(run.steps().size() * 2);
        for (int i = 0; i < run.steps().size(); i++) {
            places.put(run.steps().get(i).name(), i);
        }
        json.beginArray();
        for (String name : run.namedSteps()) {
            Integer place = places.get(name);
            if (place == null) {
                json.string(name);
            } else {
                json.number(place);
            }
        }
        json.endArray();
    }

    private void writeAttempts(int from, int to) {
        json.beginArray();
        for (AttemptState attempt : run.attempts().subList(from, to)) {
            attempt(attempt, from == 0);
        }
        json.endArray();
    }

    /** @param besideSteps whether the steps are written along with it: then it may point at what they say */
    private void attempt(AttemptState attempt, boolean besideSteps) {
        StepState step = run.steps().get(attempt.step());
        json.beginArray().number(attempt.step()).number(RunRows.shownNumber(step, attempt.number()));
        time(attempt.startedAt()); // 2
        time(attempt.endedAt());
        json.number(
                        attempt.result() == null
                                ? null
                                : Integer.valueOf(attempt.result().ordinal())) // 4
                .id(attempt.startEvent());
        UUID end = attempt.endEvent();
        if (besideSteps && end != null && end.equals(step.resultEvent())) { // 6
            json.number(0);
        } else {
            json.id(end);
        }
        UUID error = attempt.errorEvent();
        if (error != null && error.equals(end)) { // 7
            json.number(0);
        } else {
            json.id(error);
        }
        json.unlessZero(attempt.retryScheduled() ? 1 : 0).number(attempt.retryDelayMs()); // 8, 9
        time(attempt.nextAttemptAt());
        json.endArray();
    }

    private void writeSleeps(int from, int to) {
        json.beginArray();
        for (SleepState sleep : run.sleeps().subList(from, to)) {
            json.beginArray();
            time(sleep.startedAt());
            time(sleep.resumeAt());
            json.number(sleep.plannedMs()); // 2
            time(sleep.completedAt());
            json.id(sleep.startEvent()).id(sleep.completeEvent()); // 4, 5
            json.unlessZero(sleep.inferred() ? 1 : 0).endArray();
        }
        json.endArray();
    }

    /** Nothing where readers find it out themselves, and -1 where they would find something although there is none. */
    private void derivable(boolean asDerived, @Nullable Long value) {
        if (asDerived) {
            json.nothing();
        } else {
            json.number(value == null ? -1 : value);
        }
    }

    private void number(String name, @Nullable Integer value) {
        if (value != null) {
            json.name(name).number(value);
        }
    }

    private void time(String name, @Nullable Long micros) {
        if (micros != null) {
            json.name(name).number(micros - run.createdAt());
        }
    }

    private void id(String name, @Nullable UUID id) {
        if (id != null) {
            json.name(name).id(id);
        }
    }

    private void time(@Nullable Long micros) {
        json.number(offset(micros));
    }

    private @Nullable Long offset(@Nullable Long micros) {
        return micros == null ? null : Long.valueOf(micros - run.createdAt());
    }

    private static @Nullable Long millis(@Nullable Long from, @Nullable Long to) {
        return from == null || to == null ? null : Long.valueOf(Math.floorDiv(to, 1000) - Math.floorDiv(from, 1000));
    }

    /** The highest attempt of each of a range of steps, found in one pass. */
    private static final class Latest {
        private final int from;
        private final @Nullable AttemptState[] byStep;

        Latest(List<AttemptState> attempts, int from, int to) {
            this.from = from;
            byStep = new AttemptState[Math.max(0, to - from)];
            for (AttemptState attempt : attempts) {
                int i = attempt.step() - from;
                if (i >= 0 && i < byStep.length) {
                    AttemptState known = byStep[i];
                    if (known == null || attempt.number() > known.number()) {
                        byStep[i] = attempt;
                    }
                }
            }
        }

        @Nullable
        AttemptState of(int step) {
            return byStep[step - from];
        }
    }
}
