package dev.weir.server.query.insight;

import dev.weir.server.query.Micros;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * Of which runs figures are asked. An empty set stands for any. Times in microseconds.
 *
 * @param byEnd what lies in the range is the end of a run, not its start
 * @param newestOnly earlier runs of a workflow id do not count
 */
record MetricFilter(
        Set<String> envs,
        Set<String> services,
        Set<String> names,
        long from,
        long to,
        boolean byEnd,
        boolean newestOnly) {
    private static final Duration USUAL_RANGE = Duration.ofHours(24);

    /** Of the last 24 hours if not said otherwise. */
    static MetricFilter of(Parameters parameters, Instant now) {
        Instant to = parameters.time(Parameter.TO);
        Instant end = to == null ? now : to;
        Instant from = parameters.time(Parameter.FROM);
        Instant start = from == null ? end.minus(USUAL_RANGE) : from;
        Parameters.checkRange(start, end);
        return new MetricFilter(
                parameters.texts(Parameter.ENV),
                parameters.texts(Parameter.SERVICE),
                parameters.texts(Parameter.NAME),
                Micros.of(start),
                Micros.of(end),
                parameters.text(Parameter.COUNTED_BY, "started").equals("ended"),
                parameters.text(Parameter.RUNS, "all").equals("newest"));
    }

    /** Everything of the 24 hours up to a moment. */
    static MetricFilter lastDay(Instant now) {
        return new MetricFilter(
                Set.of(), Set.of(), Set.of(), Micros.of(now.minus(USUAL_RANGE)), Micros.of(now), false, false);
    }

    MetricFilter ofService(String key) {
        return new MetricFilter(envs, Set.of(key), names, from, to, byEnd, newestOnly);
    }

    MetricFilter between(long start, long end) {
        return new MetricFilter(envs, services, names, start, end, byEnd, newestOnly);
    }

    /** The range of equal length before. */
    MetricFilter before() {
        return between(from - (to - from), from);
    }

    MetricFilter byEnd(boolean asked) {
        return new MetricFilter(envs, services, names, from, to, asked, newestOnly);
    }
}
