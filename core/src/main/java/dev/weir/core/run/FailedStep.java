package dev.weir.core.run;

import org.jspecify.annotations.Nullable;

/**
 * A step that failed, and in which attempt.
 *
 * @param step its index among the steps of the run
 */
public record FailedStep(int step, @Nullable Integer attempt) {}
