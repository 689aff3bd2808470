package dev.weir.core.signal;

import org.jspecify.annotations.Nullable;

/**
 * What only the log has of an event, as far as signals tell of it.
 *
 * @param message of its error
 * @param code of its error
 * @param stack of its error
 * @param reason why a run was cancelled
 */
public record LoggedText(
        @Nullable String message,
        @Nullable String code,
        @Nullable String stack,
        @Nullable String reason) {

    public static final LoggedText NONE = new LoggedText(null, null, null, null);
}
