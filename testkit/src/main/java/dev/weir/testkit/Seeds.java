package dev.weir.testkit;

import java.util.function.LongConsumer;

/**
 * Runs a check over many seeds. {@code -Dweir.seed=17} runs just that one, which is how a failure is repeated;
 * {@code -Dweir.long=true} runs many more.
 */
public final class Seeds {
    private static final int NORMALLY = 3_000;
    private static final int LONG = 100_000;

    private Seeds() {}

    public static void each(LongConsumer check) {
        each(NORMALLY, LONG, check);
    }

    /** For checks that cost more or less than folding in memory. */
    public static void each(int normally, int inLongForm, LongConsumer check) {
        Long only = Long.getLong("weir.seed");
        if (only != null) {
            one(only, check);
            return;
        }
        int count = Boolean.getBoolean("weir.long") ? inLongForm : normally;
        for (long seed = 1; seed <= count; seed++) {
            one(seed, check);
        }
    }

    private static void one(long seed, LongConsumer check) {
        try {
            check.accept(seed);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(
                    "Seed " + seed + " fails; repeat it alone with -Dweir.seed=" + seed + ": " + e.getMessage(), e);
        }
    }
}
