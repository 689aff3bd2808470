package dev.weir.core.session;

import java.util.Locale;

/** How it is known which model and GPU an orchestrator used, and how far that can be trusted. */
public enum AttributionMethod {
    /** A snapshot of the same minute. */
    EXACT_ORCHESTRATOR_TIME_MATCH(1.0),
    /** The newest one before. */
    NEAREST_PRIOR_SNAPSHOT(0.9),
    /** None before, the next one after. */
    NEAREST_SNAPSHOT_WITHIN_TTL(0.7),
    /** It is known who the orchestrator is, and no more. */
    PROXY_ADDRESS_JOIN(0.4),
    NONE(0);

    private final double confidence;
    private final String label = name().toLowerCase(Locale.ROOT);

    AttributionMethod(double confidence) {
        this.confidence = confidence;
    }

    public double confidence() {
        return confidence;
    }

    /** As it is spelt in SQL and JSON. */
    public String label() {
        return label;
    }
}
