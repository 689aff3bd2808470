package dev.weir.client;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives each event a UUIDv7 (RFC 9562, method 3: a clock finer than the millisecond in the twelve bits after it) and the
 * timestamp that belongs to it.
 *
 * <p>One counter of ticks, 4096 to a millisecond, serves both: it follows the clock, moves by at least one for every
 * event and never goes back, so the ids of a process rise strictly whatever the clock does. Weir orders events by
 * timestamp first, so a clock that is nudged back a little must not make an end precede its start: up to {@link
 * #SMALL_STEP} the timestamp follows the ticks. After a larger correction it follows the clock again, because frozen
 * timestamps would be the greater lie.
 */
final class Stamps {

    private static final int TICK_BITS = 12;
    private static final long TICKS_PER_MILLI = 1L << TICK_BITS;
    private static final long SMALL_STEP = 1_000 * TICKS_PER_MILLI;
    private static final long VERSION_7 = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final long VARIANT_MASK = 0x3FFF_FFFF_FFFF_FFFFL;

    private final Clock clock;
    private final AtomicLong lastTick = new AtomicLong();
    // The cheap generator tells the events of a process apart, this the processes: it is seeded from the time
    // otherwise.
    private final long salt = new SecureRandom().nextLong();

    Stamps(Clock clock) {
        this.clock = clock;
    }

    Stamp next() {
        Instant now = clock.instant();
        long reading = ticks(now);
        long tick = lastTick.updateAndGet(previous -> Math.max(previous + 1, reading));
        return new Stamp(id(tick), tick - reading <= SMALL_STEP ? time(tick) : now);
    }

    private UUID id(long tick) {
        long high = (tick >>> TICK_BITS) << 16 | VERSION_7 | (tick & (TICKS_PER_MILLI - 1));
        long low = ((ThreadLocalRandom.current().nextLong() ^ salt) & VARIANT_MASK) | VARIANT;
        return new UUID(high, low);
    }

    /** Rounded up, so that {@link #time} gives back the same microsecond. */
    private static long ticks(Instant instant) {
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, instant);
        long withinMilli = Math.floorMod(micros, 1_000L);
        return Math.floorDiv(micros, 1_000L) * TICKS_PER_MILLI + (withinMilli * TICKS_PER_MILLI + 999) / 1_000;
    }

    private static Instant time(long tick) {
        long micros = (tick & (TICKS_PER_MILLI - 1)) * 1_000 / TICKS_PER_MILLI;
        return Instant.ofEpochMilli(tick >>> TICK_BITS).plusNanos(micros * 1_000);
    }
}
