package dev.weir.core.session;

import java.util.Locale;

/** What the canonical address of an orchestrator was found by. */
public enum IdentityMatch {
    ADDRESS_AND_URL,
    URL,
    ADDRESS,
    /** The observed address is of several orchestrators, so it is kept. */
    AMBIGUOUS,
    /** No snapshot knows the orchestrator, so what was observed is kept. */
    UNMAPPED,
    /** No orchestrator was named. */
    NONE;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** As it is spelt in SQL and JSON. */
    public String label() {
        return label;
    }

    boolean isMapped() {
        return this == ADDRESS_AND_URL || this == URL || this == ADDRESS;
    }
}
