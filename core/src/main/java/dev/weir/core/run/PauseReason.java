package dev.weir.core.run;

/** Why a paused run waits. */
public enum PauseReason {
    SLEEP,
    RETRY;

    private static final PauseReason[] ALL = values();

    /** As it is spelt in SQL and JSON. */
    public String label() {
        return LABELS[ordinal()];
    }

    public static PauseReason of(String label) {
        for (PauseReason value : ALL) {
            if (value.label().equals(label)) {
                return value;
            }
        }
        throw new IllegalArgumentException("There is no pause reason '" + label + "'");
    }

    private static final String[] LABELS = Labels.of(ALL);
}
