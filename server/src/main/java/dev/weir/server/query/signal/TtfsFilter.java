package dev.weir.server.query.signal;

import dev.weir.server.query.Condition;
import dev.weir.server.query.Micros;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which telemetry is asked for. An empty set stands for any. Times in microseconds.
 *
 * @param to the moment after the range, {@link Long#MAX_VALUE} for none
 */
record TtfsFilter(
        UUID tenant,
        long from,
        long to,
        Set<String> surfaces,
        @Nullable Boolean cacheHit) {

    /** @param span how far the range reaches back if its beginning is not said */
    static TtfsFilter of(UUID tenant, Parameters parameters, Instant now, Duration span) {
        Instant from = parameters.time(Parameter.FROM);
        Instant to = parameters.time(Parameter.TO);
        Parameters.checkRange(from, to);
        String cacheHit = parameters.text(Parameter.CACHE_HIT);
        Instant end = to == null ? now : to;
        return new TtfsFilter(
                tenant,
                Micros.of(from == null ? end.minus(span) : from),
                to == null ? Long.MAX_VALUE : Micros.of(to),
                parameters.texts(Parameter.SURFACE),
                cacheHit == null ? null : Boolean.valueOf(cacheHit));
    }

    /** All but the time. */
    Condition where() {
        Condition where = new Condition().and("tenant_id = ?", tenant);
        if (!surfaces.isEmpty()) {
            where.any("surface", "text", surfaces);
        }
        return cacheHit == null ? where : where.and("cache_hit = ?", cacheHit);
    }
}
