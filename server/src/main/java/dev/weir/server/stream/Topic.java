package dev.weir.server.stream;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What one can follow. */
enum Topic {
    RUNS,
    COUNTS,
    EVENTS,
    FIRST_SIGNAL;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static @Nullable Topic of(String label) {
        for (Topic topic : values()) {
            if (topic.label().equals(label)) {
                return topic;
            }
        }
        return null;
    }
}
