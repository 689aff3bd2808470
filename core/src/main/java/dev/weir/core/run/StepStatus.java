package dev.weir.core.run;

/** {@code CANCELLED} is shown for a step that was under way when its run was cancelled; it did not fail. */
public enum StepStatus {
    PENDING,
    RUNNING,
    COMPLETED,
    FAILED,
    RETRYING,
    CANCELLED;

    private static final StepStatus[] ALL = values();

    /** As it is spelt in SQL and JSON. */
    public String label() {
        return LABELS[ordinal()];
    }

    public static StepStatus of(String label) {
        for (StepStatus value : ALL) {
            if (value.label().equals(label)) {
                return value;
            }
        }
        throw new IllegalArgumentException("There is no step status '" + label + "'");
    }

    private static final String[] LABELS = Labels.of(ALL);
}
