package dev.weir.wire;

import java.util.Locale;

/** How an event came: each family has an endpoint and a decoder of its own, and what was parked is tried again with them. */
public enum EventFamily {
    WORKFLOW,
    NETWORK,
    TELEMETRY,
    SIGNAL;

    private final String label = name().toLowerCase(Locale.ROOT);

    public String label() {
        return label;
    }

    /** By its label. */
    public static EventFamily of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }
}
