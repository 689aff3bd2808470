package dev.weir.core.run;

/** How an attempt ended. */
public enum AttemptResult {
    SUCCESS,
    FAILURE,
    TIMEOUT;

    private static final AttemptResult[] ALL = values();

    /** As it is spelt in SQL and JSON. */
    public String label() {
        return LABELS[ordinal()];
    }

    public static AttemptResult of(String label) {
        for (AttemptResult value : ALL) {
            if (value.label().equals(label)) {
                return value;
            }
        }
        throw new IllegalArgumentException("There is no attempt result '" + label + "'");
    }

    private static final String[] LABELS = Labels.of(ALL);
}
