package dev.weir.server.query.session;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What sessions can be told apart by. */
enum SessionGrouping {
    ORCHESTRATOR("orchestrator_address"),
    MODEL("model_id"),
    GPU("gpu_id"),
    GATEWAY("gateway"),
    PIPELINE("pipeline"),
    /** No event tells of it, so there is one group that has none. */
    REGION("NULL"),
    /** Of the session's start. */
    HOUR("hour") {
        @Override
        String ofRows() {
            return "floor(micros(session_start_ts) / 3600000000.0)::int::text";
        }

        @Override
        @Nullable
        String shown(@Nullable String value) {
            return value == null
                    ? null
                    : Instant.ofEpochSecond(Integer.parseInt(value) * 3600L)
                            .toString()
                            .replace("Z", ".000Z");
        }
    };

    private final String column;

    SessionGrouping(String column) {
        this.column = column;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static SessionGrouping of(String label) {
        return Arrays.stream(values())
                .filter(grouping -> grouping.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    /** As an expression on the roll-ups. */
    String ofHours() {
        return column + "::text";
    }

    /** As an expression on the sessions themselves. */
    String ofRows() {
        return column + "::text";
    }

    /** As the answer has it. */
    @Nullable
    String shown(@Nullable String value) {
        return value;
    }
}
