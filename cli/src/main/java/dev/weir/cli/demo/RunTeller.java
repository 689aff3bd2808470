package dev.weir.cli.demo;

import dev.weir.cli.demo.Part.AtOnce;
import dev.weir.cli.demo.Part.Rest;
import dev.weir.cli.demo.Part.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tells one run from its beginning to its end, whatever comes in between. */
final class RunTeller {
    private static final long MINUTE = 60_000;

    /** Nobody knows what became of these, until somebody tidies up. */
    private static final double LOST = 0.002;

    private static final double CANCELLED = 0.008;
    private static final double OVERSLEPT = 0.06;

    private final Blueprint blueprint;
    private final String env;
    private final Chance chance;
    private final RunJournal journal;
    private final StepTeller steps;

    RunTeller(Blueprint blueprint, String env, long seed, long number, String mark) {
        this.blueprint = blueprint;
        this.env = env;
        chance = new Chance(seed, number);
        String workflowId = blueprint.ids().apply(chance, Runs.minuteOf(number));
        journal = new RunJournal(blueprint, env, workflowId, number, mark, chance.bits());
        steps = new StepTeller(env, chance, journal);
    }

    Story tell(long begin) {
        double rarity = chance.share();
        Map<String, Object> input = blueprint.input().apply(chance);
        long started = begin + chance.about(120);
        journal.note(begin, "workflow.queued", Map.of("input", input));
        journal.note(started, "workflow.started", Map.of("input", input));
        goOn(started);
        return new Story(journal.number(), rarity, journal.events());
    }

    private void goOn(long started) {
        int last = chance.happens(blueprint.repeats() ? 0 : LOST)
                ? chance.between(0, blueprint.parts().size())
                : Integer.MAX_VALUE;
        int cancelled =
                chance.happens(CANCELLED) ? chance.between(1, blueprint.parts().size()) : Integer.MAX_VALUE;
        long now = started + chance.about(15);
        for (int i = 0; i < blueprint.parts().size(); i++) {
            if (i == last) {
                loseSight(now);
                return;
            }
            if (i == cancelled) {
                cancel(now, chance.oneOf(blueprint.cancelReasons()));
                return;
            }
            Progress progress = go(blueprint.parts().get(i), now);
            if (progress.failed()) {
                journal.note(
                        progress.at() + 5,
                        "workflow.failed",
                        Map.of("error", progress.error(), "completedSteps", journal.completedSteps()));
                return;
            }
            now = progress.at() + chance.about(12);
        }
        journal.note(
                now,
                "workflow.completed",
                Map.of(
                        "completedSteps", journal.completedSteps(),
                        "durationMs", now - started,
                        "output", blueprint.output().apply(chance)));
    }

    /** How far the run has come, and what went wrong for good, if anything did. */
    record Progress(long at, Map<String, Object> error) {
        boolean failed() {
            return !error.isEmpty();
        }
    }

    private Progress go(Part part, long now) {
        if (part instanceof Step step) {
            return steps.tell(step, now);
        }
        if (part instanceof AtOnce together) {
            return goAtOnce(together, now);
        }
        return new Progress(rest((Rest) part, now), Map.of());
    }

    /** If one fails, the others still come to their ends. */
    private Progress goAtOnce(AtOnce together, long now) {
        Progress all = new Progress(now, Map.of());
        for (Step step : together.steps()) {
            Progress one = steps.tell(step, now + chance.between(1, 40));
            all = new Progress(Math.max(all.at(), one.at()), all.failed() ? all.error() : one.error());
        }
        return all;
    }

    private long rest(Rest rest, long now) {
        long duration = chance.between((int) rest.leastMs(), (int) rest.mostMs());
        long due = now + duration;
        String resumeAt = Instant.ofEpochMilli(due).toString();
        journal.note(now, "sleep.started", Map.of("durationMs", duration, "resumeAt", resumeAt));
        journal.note(now, "workflow.paused", Map.of("reason", "sleep", "resumeAt", resumeAt));
        long awake = waking(due);
        journal.note(awake, "sleep.completed", Map.of("durationMs", awake - now));
        journal.note(awake, "workflow.resumed", Map.of());
        return awake;
    }

    private long waking(long due) {
        if (!env.equals("development") && Incident.WAKING_IS_LATE.isOn(due)) {
            return Incident.WAKING_IS_LATE.endOf(due) + chance.between(200, 20_000);
        }
        return due + (chance.happens(OVERSLEPT) ? chance.between(3, 25) * MINUTE : chance.about(80));
    }

    private void loseSight(long now) {
        Step any = Step.of("hand-over", 1);
        Step next = blueprint.parts().stream()
                .filter(Step.class::isInstance)
                .map(Step.class::cast)
                .filter(step -> !journal.completedSteps().contains(step.name()))
                .findFirst()
                .orElse(any);
        journal.note(
                now, "step.started", Map.of("stepName", next.name(), "attempt", 1, "maxAttempts", next.maxAttempts()));
        cancel(now + chance.between(60, 180) * MINUTE, "Swept up: no sign of life for too long.");
    }

    private void cancel(long now, String reason) {
        List<String> completed = new ArrayList<>(journal.completedSteps());
        journal.note(now, "workflow.cancelled", Map.of("reason", reason, "completedSteps", completed));
    }
}
