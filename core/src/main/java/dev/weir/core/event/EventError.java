package dev.weir.core.event;

import org.jspecify.annotations.Nullable;

/** What an event says of a failure. The stack stays in the log. */
public record EventError(
        @Nullable String message,
        @Nullable String code,
        @Nullable String stepName,
        @Nullable Integer attempt) {}
