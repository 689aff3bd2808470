package dev.weir.core.signal;

import dev.weir.core.run.Phrases;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.run.StepState;
import java.util.Comparator;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The signal of a run that has ended: how, where, and in whose words. */
record AtTheEnd(RunState run, Phases phases, Function<UUID, LoggedText> texts) {

    Signal signal() {
        return switch (run.status()) {
            case FAILED -> failed();
            case CANCELLED -> other("Cancelled" + because(reason()));
            default -> other(completed());
        };
    }

    private String completed() {
        Long ms = RunRows.durationMs(run);
        return ms == null ? "Completed." : "Completed after " + Phrases.duration(ms) + ".";
    }

    private @Nullable String reason() {
        return run.endEvent() == null ? null : texts.apply(run.endEvent()).reason();
    }

    private Signal other(String summary) {
        String lastStep = run.steps().stream()
                .max(Comparator.comparingInt(StepState::startedTick))
                .map(StepState::name)
                .orElse(null);
        return Signal.of(
                SignalKind.ofEnd(run.status()),
                phases.of(lastStep),
                summary,
                endedAt(),
                null,
                new Diagnostics(null, null, null, null, retries(), completedSteps(), null));
    }

    private Signal failed() {
        FailureText failure = FailureText.of(run, phases, texts);
        int index = stepIndex();
        String where = failure.step() == null ? "" : " in " + Words.name(failure.step());
        return Signal.of(
                SignalKind.FAILED,
                failure.phase(),
                "Failed" + where + because(failure.message()),
                endedAt(),
                null,
                new Diagnostics(
                        failure.step(),
                        index < 0 ? null : Integer.valueOf(index + 1),
                        RunRows.errorAttempt(run),
                        index < 0 ? null : run.steps().get(index).maxAttempts(),
                        retries(),
                        completedSteps(),
                        Fingerprint.codeOf(failure)));
    }

    private static String because(@Nullable String text) {
        String said = text == null ? "" : Words.message(text);
        return said.isEmpty() ? "." : ": " + said;
    }

    private int stepIndex() {
        for (int i = 0; i < run.steps().size(); i++) {
            if (run.steps().get(i).name().equals(run.errorStep())) {
                return i;
            }
        }
        return -1;
    }

    private long endedAt() {
        return run.endedAt() != null ? run.endedAt() : run.last().at();
    }

    private int retries() {
        return run.steps().stream().mapToInt(StepState::retryCount).sum();
    }

    private int completedSteps() {
        return RunRows.completedSteps(run).size();
    }
}
