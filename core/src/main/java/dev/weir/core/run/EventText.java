package dev.weir.core.run;

import org.jspecify.annotations.Nullable;

/**
 * What only the log keeps of an event: its input, output or result, and the words of its error.
 *
 * @param value the input, output or result
 */
public record EventText(
        @Nullable Json value,
        @Nullable String errorMessage,
        @Nullable String errorStack) {

    public static final EventText NONE = new EventText(null, null, null);
}
