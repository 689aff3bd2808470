package dev.weir.core.stage;

import java.util.Locale;

/** Where stages come from: from events of their own, or from the steps of runs. */
public enum StageSource {
    STAGE,
    STEP;

    /** As it is spelt in SQL and JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
