package dev.weir.core.session;

import java.util.Locale;

/** Why a segment began. */
public enum SegmentReason {
    SESSION_START,
    /** Another orchestrator, after the gateway said that it swaps. */
    ORCHESTRATOR_SWAP,
    /** Another orchestrator, and nobody said so. */
    ORCHESTRATOR_CHANGE;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** As it is spelt in SQL and JSON. */
    public String label() {
        return label;
    }
}
