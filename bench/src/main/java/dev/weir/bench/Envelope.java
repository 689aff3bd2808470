package dev.weir.bench;

import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * An event of a live-video network that is still to be named and typed.
 *
 * @param at in milliseconds since 1970
 * @param data JSON
 */
record Envelope(String family, long at, String gateway, String data) {

    /** With a random id, as real ones have. */
    String json(SplittableRandom random) {
        return json(random, family);
    }

    /**
     * The same, to the byte, but for another id and a type that no fold knows. The log stores it all the same. What its
     * row lacks is the key of a session, 16 bytes and as many in an index: it is, if anything, a bit cheaper to store
     * than the event itself would be.
     */
    String unfoldedJson(SplittableRandom random) {
        return json(random, family.toUpperCase(Locale.ROOT));
    }

    private String json(SplittableRandom random, String type) {
        long high = random.nextLong() & ~0xF000L | 0x4000L;
        UUID id = new UUID(high, random.nextLong() >>> 2 | Long.MIN_VALUE);
        return "{\"id\":\"" + id + "\",\"type\":\"" + type + "\",\"timestamp\":\"" + at + "\",\"gateway\":\"" + gateway
                + "\",\"data\":" + data + "}";
    }
}
