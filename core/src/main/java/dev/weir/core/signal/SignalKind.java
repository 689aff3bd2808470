package dev.weir.core.signal;

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

    private final String label = name().toLowerCase(Locale.ROOT);

    /** As it is spelt in SQL and JSON. */
    public String label() {
        return label;
    }

    public static SignalKind of(String label) {
        for (SignalKind value : ALL) {
            if (value.label.equals(label)) {
                return value;
            }
        }
        throw new IllegalArgumentException("There is no signal kind '" + label + "'");
    }

    /** How a run ended. */
    public boolean isOutcome() {
        return this == FAILED || this == SUCCEEDED || this == CANCELED;
    }
}
