package dev.weir.core.stage;

import org.jspecify.annotations.Nullable;

/** What a stage tells of itself, in causal order. */
public enum StageEventType {
    STARTED("stage_started"),
    COMPLETED("stage_completed");

    private static final int FIRST_RANK = 100;

    private final String wireName;

    StageEventType(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    /** Null for any other type. */
    public static @Nullable StageEventType of(String wireName) {
        return wireName.equals(STARTED.wireName) ? STARTED : wireName.equals(COMPLETED.wireName) ? COMPLETED : null;
    }

    /** Behind those of runs, whichever these are: it is stored, and must not move when they get company. */
    int rank() {
        return FIRST_RANK + ordinal();
    }
}
