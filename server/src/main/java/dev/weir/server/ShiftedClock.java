package dev.weir.server;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.Supplier;

/** Another clock, as late as something is behind. */
final class ShiftedClock extends Clock {
    private final Clock clock;
    private final Supplier<Duration> behind;

    ShiftedClock(Clock clock, Supplier<Duration> behind) {
        this.clock = clock;
        this.behind = behind;
    }

    @Override
    public Instant instant() {
        return clock.instant().minus(behind.get());
    }

    @Override
    public ZoneId getZone() {
        return clock.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return new ShiftedClock(clock.withZone(zone), behind);
    }
}
