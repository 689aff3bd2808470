package dev.weir.store;

import dev.weir.core.run.AttemptResult;
import dev.weir.core.run.AttemptState;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.run.SleepState;
import dev.weir.core.run.StepState;
import dev.weir.core.run.StepStatus;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The state of a run as one terse JSON value: it is rewritten with every event, and PostgreSQL moves what passes 2 kB out
 * of the row, so absent values and defaults are left out, times are microseconds after the run's creation, and event ids
 * are base64. What the row's own columns say is not repeated. The views of V4__views.sql unpack it.
 */
final class RunStateJson {
    /** How many steps, attempts and sleeps are in the row itself, and in each chunk of {@code run_overflow}. */
    static final int CHUNK = 64;

    private static final JsonFactory FACTORY = new JsonFactory();
    private static final Base64.Encoder BASE64 = Base64.getEncoder().withoutPadding();

    private final RunState run;
    private final JsonGenerator json;

    private RunStateJson(RunState run, JsonGenerator json) {
        this.run = run;
        this.json = json;
    }

    static byte[] head(RunState run) {
        return write(run, RunStateJson::writeHead);
    }

    static byte[] steps(RunState run, int from, int to) {
        return write(run, writer -> writer.writeSteps(from, to));
    }

    static byte[] attempts(RunState run, int from, int to) {
        return write(run, writer -> writer.writeAttempts(from, to));
    }

    static byte[] sleeps(RunState run, int from, int to) {
        return write(run, writer -> writer.writeSleeps(from, to));
    }

    private static byte[] write(RunState run, java.util.function.Consumer<RunStateJson> body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            body.accept(new RunStateJson(run, json));
        }
        return out.toByteArray();
    }

    private void writeHead() {
        json.writeStartObject();
        flag("nf", run.nameFromStart());
        time("pa", run.pausedAt());
        time("fa", run.firstActivityAt());
        id("i", run.inputEvent());
        id("e", run.endEvent());
        number("et", run.errorAttempt());
        if (run.failedStep() != null) {
            json.writeStringProperty("fs", run.failedStep());
        }
        number("ft", run.failedAttempt());
        json.writeNumberProperty("k", run.ticks());
        json.writeNumberProperty("lr", run.last().rank());
        json.writeName("s");
        writeSteps(0, Math.min(CHUNK, run.steps().size()));
        json.writeName("a");
        writeAttempts(0, Math.min(CHUNK, run.attempts().size()));
        if (!run.sleeps().isEmpty()) {
            json.writeName("z");
            writeSleeps(0, Math.min(CHUNK, run.sleeps().size()));
        }
        if (!run.namedSteps().isEmpty()) {
            json.writeName("m");
            json.writeStartArray();
            run.namedSteps().forEach(json::writeString);
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private void writeSteps(int from, int to) {
        json.writeStartArray();
        Latest latest = new Latest(run.attempts(), from, to);
        for (int i = from; i < to; i++) {
            step(run.steps().get(i), latest.of(i));
        }
        json.writeEndArray();
    }

    private void step(StepState step, @Nullable AttemptState latest) {
        StepStatus shown = RunRows.shownStatus(run, step);
        json.writeStartObject();
        json.writeStringProperty("n", step.name());
        json.writeNumberProperty("s", shown.ordinal());
        if (shown != step.status()) {
            json.writeNumberProperty("o", step.status().ordinal());
        }
        flag("h", step.cached());
        flag("z", step.zeroBased());
        time("t", step.createdAt());
        time("b", step.startedAt());
        if (step.status() == StepStatus.COMPLETED) {
            time("c", step.completedAt());
        }
        if (!java.util.Objects.equals(step.endedAt(), step.completedAt())) {
            time("e", step.endedAt());
        }
        number("d", step.reportedMs());
        number("u", step.startedTick());
        number("w", step.completedTick());
        number("x", step.maxAttempts());
        number("r", step.retryCount());
        time("y", step.nextRetryAt());
        number("l", step.lastDelayMs());
        number("m", step.timeoutMs());
        time("g", step.timeoutDeadline());
        flag("q", step.timedOut());
        time("k", step.exhaustedAt());
        id("v", step.resultEvent());
        id("f", step.errorEvent());
        if (latest != null) { // only for the views
            number("a", RunRows.shownNumber(step, latest.number()));
            number("p", RunRows.durationMs(latest));
        }
        number("D", RunRows.totalDurationMs(step));
        json.writeEndObject();
    }

    private void writeAttempts(int from, int to) {
        json.writeStartArray();
        for (AttemptState attempt : run.attempts().subList(from, to)) {
            attempt(attempt);
        }
        json.writeEndArray();
    }

    private void attempt(AttemptState attempt) {
        StepState step = run.steps().get(attempt.step());
        json.writeStartArray();
        json.writeNumber(attempt.step());
        json.writeNumber(RunRows.shownNumber(step, attempt.number()));
        time(attempt.startedAt());
        time(attempt.endedAt());
        AttemptResult result = attempt.result();
        number(result == null ? null : Long.valueOf(result.ordinal()));
        id(attempt.startEvent());
        id(attempt.endEvent());
        if (attempt.errorEvent() != null || attempt.retryScheduled()) {
            id(attempt.errorEvent());
        }
        if (attempt.retryScheduled()) {
            json.writeNumber(1);
            number(attempt.retryDelayMs());
            time(attempt.nextAttemptAt());
        }
        json.writeEndArray();
    }

    private void writeSleeps(int from, int to) {
        json.writeStartArray();
        for (SleepState sleep : run.sleeps().subList(from, to)) {
            json.writeStartArray();
            time(sleep.startedAt());
            time(sleep.resumeAt());
            number(sleep.plannedMs());
            time(sleep.completedAt());
            id(sleep.startEvent());
            id(sleep.completeEvent());
            json.writeNumber(sleep.inferred() ? 1 : 0);
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private void flag(String name, boolean value) {
        if (value) {
            json.writeNumberProperty(name, 1);
        }
    }

    private void number(String name, @Nullable Number value) {
        if (value != null) {
            json.writeNumberProperty(name, value.longValue());
        }
    }

    /** Counters that start at 0 are left out there. */
    private void number(String name, int value) {
        if (value != 0) {
            json.writeNumberProperty(name, value);
        }
    }

    private void time(String name, @Nullable Long micros) {
        if (micros != null) {
            json.writeNumberProperty(name, micros - run.createdAt());
        }
    }

    private void id(String name, @Nullable UUID id) {
        if (id != null) {
            json.writeStringProperty(name, shortId(id));
        }
    }

    private void number(@Nullable Long value) {
        if (value == null) {
            json.writeNull();
        } else {
            json.writeNumber(value);
        }
    }

    private void time(@Nullable Long micros) {
        number(micros == null ? null : Long.valueOf(micros - run.createdAt()));
    }

    private void id(@Nullable UUID id) {
        if (id == null) {
            json.writeNull();
        } else {
            json.writeString(shortId(id));
        }
    }

    private static String shortId(UUID id) {
        return BASE64.encodeToString(ByteBuffer.allocate(16)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array());
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
