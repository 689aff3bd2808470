package dev.weir.core.run;

public enum RunStatus {
    PENDING,
    RUNNING,
    PAUSED,
    COMPLETED,
    FAILED,
    CANCELLED;

    private static final RunStatus[] ALL = values();
    private static final String[] LABELS = Labels.of(ALL);

    /** As it is spelt in SQL and JSON. */
    public String label() {
        return LABELS[ordinal()];
    }

    public static RunStatus of(String label) {
        for (RunStatus value : ALL) {
            if (value.label().equals(label)) {
                return value;
            }
        }
        throw new IllegalArgumentException("There is no run status '" + label + "'");
    }

    public boolean isEnded() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }
}
