package dev.weir.store;

/** What the stages of a workflow id are to its newest run. */
public enum StageRole {
    /** It has none. */
    NONE,
    /** The run has events of its own, and stages beside them. */
    BESIDE,
    /** Nothing but stages is known, and the run is made of them. */
    ALONE;

    private static final StageRole[] ALL = values();

    static StageRole of(int stored) {
        return ALL[stored];
    }
}
