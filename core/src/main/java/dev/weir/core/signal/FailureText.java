package dev.weir.core.signal;

import dev.weir.core.run.RunState;
import dev.weir.core.run.StepState;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A failure in the words of those who sent it.
 *
 * @param type of the error, if it was sent apart from the message
 */
public record FailureText(
        @Nullable String type,
        @Nullable String message,
        @Nullable String stack,
        @Nullable String step,
        SignalPhase phase,
        @Nullable String code) {

    /**
     * Of a failed run. What its end does not say is taken from the failure of the step that it is blamed on: many engines
     * say there what went wrong, and at the end only that it did.
     *
     * @param texts is asked for {@link #events} only
     */
    public static FailureText of(RunState run, Phases phases, Function<UUID, LoggedText> texts) {
        LoggedText end = run.endEvent() == null ? LoggedText.NONE : texts.apply(run.endEvent());
        UUID errorEvent = errorEvent(run);
        LoggedText step = errorEvent == null ? LoggedText.NONE : texts.apply(errorEvent);
        return new FailureText(
                null,
                firstSaid(run.errorMessage(), firstSaid(end.message(), step.message())),
                firstSaid(end.stack(), step.stack()),
                run.errorStep(),
                phases.of(run.errorStep()),
                firstSaid(end.code(), step.code()));
    }

    /** The events whose texts {@link #of} needs. */
    static Set<UUID> events(RunState run) {
        Set<UUID> events = new LinkedHashSet<>(2);
        if (run.endEvent() != null) {
            events.add(run.endEvent());
        }
        UUID errorEvent = errorEvent(run);
        if (errorEvent != null) {
            events.add(errorEvent);
        }
        return events;
    }

    private static @Nullable UUID errorEvent(RunState run) {
        for (StepState step : run.steps()) {
            if (step.name().equals(run.errorStep())) {
                return step.errorEvent();
            }
        }
        return null;
    }

    private static @Nullable String firstSaid(@Nullable String text, @Nullable String otherwise) {
        return text != null && !text.isBlank() ? text : otherwise;
    }
}
