package dev.weir.core.signal;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

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

    private final String label = name().toLowerCase(Locale.ROOT);

    /** As it is spelt in SQL and JSON. */
    public String label() {
        return label;
    }

    public static SignalPhase of(String label) {
        for (SignalPhase value : ALL) {
            if (value.label.equals(label)) {
                return value;
            }
        }
        throw new IllegalArgumentException("There is no signal phase '" + label + "'");
    }

    static boolean exists(String label) {
        return Arrays.stream(ALL).anyMatch(phase -> phase.label.equals(label));
    }

    static String allLabels() {
        return Arrays.stream(ALL).map(SignalPhase::label).collect(Collectors.joining(", "));
    }
}
