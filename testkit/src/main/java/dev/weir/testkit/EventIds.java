package dev.weir.testkit;

import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/** Event ids in the styles that emitters use. */
final class EventIds {

    enum Style {
        V7_MONOTONIC,
        V7_RANDOM_WITHIN_A_MILLISECOND,
        V4,
        TEXT,
        MIXED;

        private static final List<Style> PURE = List.of(V7_MONOTONIC, V7_RANDOM_WITHIN_A_MILLISECOND, V4, TEXT);
    }

    private final SplittableRandom random;
    private final Style style;
    private final String prefix;
    private long lastMs;
    private int counter;

    /** @param prefix keeps the texts of several histories apart */
    EventIds(SplittableRandom random, String prefix) {
        this.random = random;
        this.prefix = prefix;
        style = Style.values()[random.nextInt(Style.values().length)];
    }

    String next(long atMicros) {
        long ms = Math.floorDiv(atMicros, 1000);
        Style now = style == Style.MIXED ? Style.PURE.get(random.nextInt(Style.PURE.size())) : style;
        return switch (now) {
            case V7_MONOTONIC -> monotonic(ms);
            case V7_RANDOM_WITHIN_A_MILLISECOND -> v7(ms, random.nextInt(0x1000));
            case V4 -> uuid((random.nextLong() & ~0xf000L) | 0x4000L);
            case TEXT, MIXED -> "evt_" + prefix + "_" + Long.toUnsignedString(random.nextLong(), 36);
        };
    }

    /** Never goes back, as a good generator does even when the clock does. */
    private String monotonic(long ms) {
        if (ms > lastMs) {
            lastMs = ms;
            counter = random.nextInt(0x100);
        } else if (++counter > 0xfff) {
            lastMs++;
            counter = 0;
        }
        return v7(lastMs, counter);
    }

    private String v7(long ms, int sequence) {
        return uuid(ms << 16 | 0x7000L | sequence);
    }

    private String uuid(long high) {
        long low = (random.nextLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low).toString();
    }
}
