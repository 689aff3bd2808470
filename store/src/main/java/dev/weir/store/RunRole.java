package dev.weir.store;

/** What the newest run of a key is made of. Its number is stored, in {@code runs.stage_role}. */
public enum RunRole {
    /** Events of its own, and nothing else. */
    PLAIN,
    /** Events of its own, with stages beside them. */
    BESIDE_STAGES,
    /** Nothing but stages is known. */
    OF_STAGES,
    /** It is a session; its events have the session's key. */
    SESSION;

    private static final RunRole[] ALL = values();

    static RunRole of(int stored) {
        return ALL[stored];
    }

    public boolean hasStages() {
        return this == BESIDE_STAGES || this == OF_STAGES;
    }
}
