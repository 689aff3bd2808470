package dev.weir.core.event;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Identities: ids as sent, ids made of names, and what a time-ordered id says of its month. */
public final class Ids {

    /** The month of an id that carries no time of its own. */
    public static final int NO_MONTH = 0;

    private static final long MS_PER_DAY = 86_400_000;
    private static final long FIRST_MS = Instant.parse("2020-01-01T00:00:00Z").toEpochMilli();
    private static final long LAST_MS = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli();

    private Ids() {}

    /**
     * The id under which an event is stored: the UUID itself if that is what was sent, in either case, else one made of
     * the text. Stricter than {@link UUID#fromString}, which would make the same id of "1-1-1-1-1" and its padded form.
     */
    public static UUID ofEvent(String eventId) {
        UUID uuid = parse(eventId);
        return uuid != null ? uuid : named("event", eventId);
    }

    public static @Nullable UUID parse(String text) {
        if (text.length() != 36) {
            return null;
        }
        long high = 0;
        long low = 0;
        for (int i = 0; i < 36; i++) {
            char c = text.charAt(i);
            if (i == 8 || i == 13 || i == 18 || i == 23) {
                if (c != '-') {
                    return null;
                }
                continue;
            }
            int digit = hexDigit(c);
            if (digit < 0) {
                return null;
            }
            if (i < 18) {
                high = high << 4 | digit;
            } else {
                low = low << 4 | digit;
            }
        }
        return new UUID(high, low);
    }

    private static int hexDigit(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int lower = c | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    /**
     * A name-based UUID (version 8, SHA-256). Each part is preceded by its length, so that no two lists of parts share a
     * name.
     */
    public static UUID named(String kind, String... parts) {
        MessageDigest digest = digest("SHA-256");
        update(digest, kind);
        for (String part : parts) {
            update(digest, part);
        }
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        long high = hash.getLong() & 0xffff_ffff_ffff_0fffL | 0x8000L;
        long low = hash.getLong() & 0x3fff_ffff_ffff_ffffL | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }

    /** A name-based UUID that SQL can compute too, as {@code md5(name)::uuid}. */
    public static UUID md5(String name) {
        ByteBuffer hash = ByteBuffer.wrap(digest("MD5").digest(name.getBytes(StandardCharsets.UTF_8)));
        return new UUID(hash.getLong(), hash.getLong());
    }

    private static void update(MessageDigest digest, String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(4).putInt(bytes.length).flip());
        digest.update(bytes);
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java runtime has " + algorithm, e);
        }
    }

    /** True for a UUIDv7. */
    public static boolean isTimeOrdered(UUID id) {
        return (id.getMostSignificantBits() >>> 12 & 0xf) == 7 && id.variant() == 2;
    }

    /**
     * The month that a UUIDv7 carries, counted from year 0, or {@link #NO_MONTH}. The log is partitioned by it: it depends
     * on the id alone, so a second copy of an event always meets the first one. Times that no honest generator makes count
     * as none.
     */
    public static int monthOf(UUID id) {
        if (!isTimeOrdered(id)) {
            return NO_MONTH;
        }
        long ms = id.getMostSignificantBits() >>> 16;
        if (ms < FIRST_MS || ms >= LAST_MS) {
            return NO_MONTH;
        }
        LocalDate day = LocalDate.ofEpochDay(ms / MS_PER_DAY);
        return day.getYear() * 12 + day.getMonthValue() - 1;
    }

    /** As PostgreSQL compares UUIDs; {@link UUID#compareTo} is signed. */
    public static int compareUnsigned(UUID a, UUID b) {
        int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
        return high != 0 ? high : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
    }
}
