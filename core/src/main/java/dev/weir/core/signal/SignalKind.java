package dev.weir.core.signal;

import dev.weir.core.run.RunStatus;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a signal is about. {@code UNAVAILABLE} is never folded: only the clock knows of it. */
public enum SignalKind {
    QUEUED,
    STARTED,
    PHASE,
    BLOCKED,
    FAILED,
    SUCCEEDED,
    CANCELED,
    UNAVAILABLE;

    private static final SignalKind[] ALL = values();
    private static final List<String> LABELS =
            Arrays.stream(ALL).map(SignalKind::label).toList();

    private final String label = name().toLowerCase(Locale.ROOT);

    /** As it is spelt in SQL and JSON. */
    public String label() {
        return label;
    }

    /** All there are. */
    public static List<String> labels() {
        return LABELS;
    }

    public static SignalKind of(String label) {
        for (SignalKind value : ALL) {
            if (value.label.equals(label)) {
                return value;
            }
        }
        throw new IllegalArgumentException("There is no signal kind '" + label + "'");
    }

    /** Of a run that has ended in this way. */
    public static SignalKind ofEnd(RunStatus status) {
        return switch (status) {
            case COMPLETED -> SUCCEEDED;
            case FAILED -> FAILED;
            case CANCELLED -> CANCELED;
            default -> throw new IllegalArgumentException("A run that is " + status.label() + " has not ended");
        };
    }

    /** How a run ended. */
    public boolean isOutcome() {
        return this == FAILED || this == SUCCEEDED || this == CANCELED;
    }
}
