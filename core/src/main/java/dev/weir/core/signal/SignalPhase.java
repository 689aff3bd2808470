package dev.weir.core.signal;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How far a job has come, in the words that all jobs share. {@link Phases} says which steps are which. */
public enum SignalPhase {
    RESOLVE,
    FETCH,
    RESTORE,
    ANALYZE,
    POLICY,
    REPORT,
    UNKNOWN;

    private static final SignalPhase[] ALL = values();
    private static final List<String> LABELS =
            Arrays.stream(ALL).map(SignalPhase::label).toList();

    private final String label = name().toLowerCase(Locale.ROOT);

    /** As it is spelt in SQL and JSON. */
    public String label() {
        return label;
    }

    /** All there are. */
    public static List<String> labels() {
        return LABELS;
    }

    public static SignalPhase of(String label) {
        for (SignalPhase value : ALL) {
            if (value.label.equals(label)) {
                return value;
            }
        }
        throw new IllegalArgumentException("There is no signal phase '" + label + "'");
    }
}
