package dev.weir.client;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of one event as they are put together; absent is what was not given. */
final class Fields {

    private final Map<String, Object> values = new LinkedHashMap<>();

    Fields(String type) {
        values.put("type", type);
    }

    /** A field that Weir requires. */
    Fields text(String name, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException("The field " + name + " must be a text that is not blank.");
        }
        values.put(name, value);
        return this;
    }

    Fields optional(String name, @Nullable Object value) {
        if (value != null) {
            values.put(name, value);
        }
        return this;
    }

    Fields count(String name, @Nullable Integer value) {
        if (value != null && value < 0) {
            throw new IllegalArgumentException("The field " + name + " must not be negative, but is " + value + ".");
        }
        return optional(name, value);
    }

    Fields millis(String name, @Nullable Duration value) {
        if (value != null && value.isNegative()) {
            throw new IllegalArgumentException("The field " + name + " must not be negative, but is " + value + ".");
        }
        return optional(name, value == null ? null : value.toMillis());
    }

    Map<String, ?> values() {
        return values;
    }
}
