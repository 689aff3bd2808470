package dev.weir.core.session;

import java.util.Locale;

/** How things stand with a session at a moment, which is never stored. */
public enum SessionActivity {
    OPEN,
    CLOSED,
    /** Silent for a while, and not closed. A later event brings it back. */
    IDLE;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** As it is spelt in SQL and JSON. */
    public String label() {
        return label;
    }

    /** @param now in microseconds since 1970 */
    public static SessionActivity of(SessionState state, long now, SessionRules rules) {
        if (state.isClosed()) {
            return CLOSED;
        }
        return now >= idleAt(state, rules) ? IDLE : OPEN;
    }

    /** From when on a session that is not closed is idle, if nothing more comes. */
    public static long idleAt(SessionState state, SessionRules rules) {
        return state.last().at() + rules.idleMicros();
    }
}
