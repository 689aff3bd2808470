package dev.weir.server.query;

import dev.weir.core.run.RunRows;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Times as the folds count them. */
final class Micros {
    private Micros() {}

    static long of(Instant at) {
        return at.getEpochSecond() * 1_000_000 + at.getNano() / 1000;
    }

    /** As the database takes them. */
    static OffsetDateTime time(long micros) {
        return RunRows.instant(micros).atOffset(ZoneOffset.UTC);
    }

    static OffsetDateTime time(Instant at) {
        return at.atOffset(ZoneOffset.UTC);
    }
}
