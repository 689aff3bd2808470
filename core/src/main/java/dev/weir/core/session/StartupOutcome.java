package dev.weir.core.session;

import java.util.Locale;

/** How a session began, by the first rule that fits. */
public enum StartupOutcome {
    SUCCESS,
    EXCUSED,
    UNEXCUSED,
    /** No request for the stream was seen, so it counts in no rate. */
    NOT_IN_DENOMINATOR;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** As it is spelt in SQL and JSON. */
    public String label() {
        return label;
    }

    public static StartupOutcome of(SessionState state) {
        if (state.first(SessionEventType.STREAM_REQUESTED) == null) {
            return NOT_IN_DENOMINATOR;
        }
        if (state.first(SessionEventType.PLAYABLE) != null) {
            return SUCCESS;
        }
        boolean excusableOnly = state.errors() > 0 && state.errors() == state.excusableErrors();
        return state.first(SessionEventType.NO_ORCHESTRATORS) != null || excusableOnly ? EXCUSED : UNEXCUSED;
    }
}
