package dev.weir.core.run;

/** How an open run fares. */
public enum HealthState {
    OK,
    RETRYING,
    WAITING,
    OVERDUE,
    STALLED;

    private static final HealthState[] ALL = values();
    private static final String[] LABELS = Labels.of(ALL);

    /** As it is spelt in JSON. */
    public String label() {
        return LABELS[ordinal()];
    }
}
