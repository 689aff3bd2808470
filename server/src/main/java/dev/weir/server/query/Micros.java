package dev.weir.server.query;

import dev.weir.core.run.RunRows;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Times as the folds count them. */
public final class Micros {
    /** Before everything that has a time, and after it. */
    public static final long EARLIEST = of(Instant.parse("0001-01-01T00:00:00Z"));

    public static final long LATEST = of(Instant.parse("9999-12-31T23:59:59Z"));

    private Micros() {}

    public static long of(Instant at) {
        return at.getEpochSecond() * 1_000_000 + at.getNano() / 1000;
    }

    /** As the database takes them. */
    public static OffsetDateTime time(long micros) {
        return RunRows.instant(micros).atOffset(ZoneOffset.UTC);
    }

    public static OffsetDateTime time(Instant at) {
        return at.atOffset(ZoneOffset.UTC);
    }
}
