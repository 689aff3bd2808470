package dev.weir.core.session;

import java.util.Locale;

/** Who tells of a trace. */
public enum TraceCategory {
    GATEWAY,
    ORCHESTRATOR,
    RUNNER,
    APP,
    OTHER;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** As it is spelt in SQL and JSON. */
    public String label() {
        return label;
    }

    public static TraceCategory of(String traceType) {
        for (TraceCategory category : values()) {
            if (category != OTHER && traceType.startsWith(category.label + "_")) {
                return category;
            }
        }
        return OTHER;
    }
}
