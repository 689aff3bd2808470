package dev.weir.core.signal;

import org.jspecify.annotations.Nullable;

/**
 * Simple facts beside the sentence. None of them changes while a person is told the same: a stored signal is written again
 * only when it differs, and most events of a run should not make it differ.
 *
 * @param step the one that the signal is about, if it is about one
 * @param stepNumber its place among the steps of the run, from 1
 * @param attempt at that step
 * @param retryCount of all steps of the run
 * @param completedSteps how many, once the run has ended; while it goes on this would change with every step
 * @param errorCode of a failed run: the code that its signature is found by
 */
public record Diagnostics(
        @Nullable String step,
        @Nullable Integer stepNumber,
        @Nullable Integer attempt,
        @Nullable Integer maxAttempts,
        int retryCount,
        @Nullable Integer completedSteps,
        @Nullable String errorCode) {

    public static final Diagnostics NONE = new Diagnostics(null, null, null, null, 0, null, null);
}
