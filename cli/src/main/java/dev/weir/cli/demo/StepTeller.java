package dev.weir.cli.demo;

import dev.weir.cli.demo.Part.Needs;
import dev.weir.cli.demo.Part.Step;
import dev.weir.cli.demo.RunTeller.Progress;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells one step of a run, with all its attempts. */
final class StepTeller {
    private static final long FIRST_WAIT_MS = 2_000;
    private static final long WORTH_A_PAUSE_MS = 15_000;
    private static final double ON_THE_HANGING_WORKER = 0.45;
    private static final double CACHED = 0.01;

    private final String env;
    private final Chance chance;
    private final RunJournal journal;

    StepTeller(String env, Chance chance, RunJournal journal) {
        this.env = env;
        this.chance = chance;
        this.journal = journal;
    }

    /** What becomes of an attempt: no fault if it succeeds. */
    private record Attempt(long endsAt, List<Fault> fault, boolean timedOut) {}

    Progress tell(Step step, long begin) {
        long now = begin;
        for (int number = 1; ; number++) {
            start(step, number, now);
            Attempt attempt = attempt(step, now);
            if (attempt.fault().isEmpty()) {
                complete(step, number, now, attempt.endsAt());
                return new Progress(attempt.endsAt(), Map.of());
            }
            Fault fault = attempt.fault().get(0);
            String message = fault.message(chance);
            boolean again = number < step.maxAttempts() && !fault.lasting();
            if (attempt.timedOut()) {
                note(attempt.endsAt(), "timeout.exceeded", step, "timeoutMs", step.timeoutMs());
            }
            note(
                    attempt.endsAt(),
                    "step.failed",
                    step,
                    "attempt",
                    number,
                    "error",
                    error(fault, message),
                    "willRetry",
                    again);
            if (!again) {
                return new Progress(attempt.endsAt(), givenUp(step, number, fault, message, attempt.endsAt()));
            }
            now = backOff(step, number, attempt.endsAt());
        }
    }

    private void start(Step step, int number, long now) {
        note(now, "step.started", step, "attempt", number, "maxAttempts", step.maxAttempts());
        if (step.timeoutMs() > 0) {
            note(now, "timeout.set", step, "deadline", time(now + step.timeoutMs()), "timeoutMs", step.timeoutMs());
        }
    }

    private Attempt attempt(Step step, long now) {
        long end = now + chance.about(step.typicalMs());
        boolean onHangingWorker = chance.happens(ON_THE_HANGING_WORKER);
        if (env.equals("production") && step.needs() == Needs.PAYMENTS && Incident.PAYMENTS_TIME_OUT.isOn(now)) {
            return new Attempt(now + step.timeoutMs(), List.of(Faults.PAYMENTS_SILENT), true);
        }
        if (env.equals("production")
                && step.needs() == Needs.WORKER
                && onHangingWorker
                && Incident.WORKER_HANGS.isOn(end)) {
            long found = Incident.WORKER_HANGS.endOf(end) + chance.between(500, 30_000);
            return new Attempt(found, List.of(Faults.WORKER_LOST), false);
        }
        if (step.timeoutMs() > 0 && end > now + step.timeoutMs()) {
            return new Attempt(now + step.timeoutMs(), List.of(Faults.TIMED_OUT), true);
        }
        boolean inDevelopment = env.equals("development");
        if (!chance.happens(step.failing() * (inDevelopment ? 4 : 1))) {
            return new Attempt(end, List.of(), false);
        }
        boolean ofDevelopment = inDevelopment && chance.happens(0.6);
        return new Attempt(end, List.of(chance.oneOf(ofDevelopment ? Faults.DEVELOPMENT : step.faults())), false);
    }

    private void complete(Step step, int number, long begin, long end) {
        boolean cached = number == 1 && chance.happens(CACHED);
        Object result = Map.of("ref", step.name() + "/" + chance.letters(10), "rows", chance.between(0, 400));
        note(
                end,
                "step.completed",
                step,
                "attempt",
                number,
                "durationMs",
                end - begin,
                "cached",
                cached,
                "result",
                result);
        journal.completed(step.name());
    }

    /** Three times as long each time, and never quite the same. */
    private long backOff(Step step, int number, long failedAt) {
        long delay = chance.about(FIRST_WAIT_MS * (long) Math.pow(3, number - 1));
        long next = failedAt + delay;
        note(failedAt, "retry.scheduled", step, "attempt", number, "nextAttemptAt", time(next), "delayMs", delay);
        if (delay >= WORTH_A_PAUSE_MS) {
            note(failedAt, "workflow.paused", step, "reason", "retry", "resumeAt", time(next));
            journal.note(next, "workflow.resumed", Map.of());
        }
        return next;
    }

    private Map<String, Object> givenUp(Step step, int number, Fault fault, String message, long now) {
        if (number > 1) {
            note(now, "retry.exhausted", step, "attempts", number);
        }
        Map<String, Object> error = error(fault, message);
        error.put("stepName", step.name());
        error.put("attempt", number);
        return error;
    }

    private static Map<String, Object> error(Fault fault, String message) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("message", message);
        error.put("stack", fault.stack(message));
        if (!fault.code().isEmpty()) {
            error.put("code", fault.code());
        }
        return error;
    }

    private void note(long at, String type, Step step, Object... namesAndValues) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("stepName", step.name());
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        journal.note(at, type, fields);
    }

    private static String time(long ms) {
        return Instant.ofEpochMilli(ms).toString();
    }
}
