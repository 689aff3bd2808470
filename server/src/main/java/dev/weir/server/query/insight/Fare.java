package dev.weir.server.query.insight;

import dev.weir.core.insight.Course;
import dev.weir.core.insight.Outcomes;
import dev.weir.core.insight.UsualRate;
import dev.weir.core.insight.Verdict;
import dev.weir.core.run.RunRows;
import dev.weir.server.query.Micros;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How a service in an environment fared, or several of them.
 *
 * @param silent it should have been heard of
 */
record Fare(EndedSeries series, UsualRuns.Sums usual, boolean silent) {
    private static final Duration STILL_NOW = Duration.ofMinutes(5);

    /**
     * Of every source.
     *
     * @param length of a bucket, in microseconds
     */
    static Map<Integer, Fare> of(
            Connection connection,
            Collection<KnownSource> sources,
            MetricFilter filter,
            long length,
            UsualRuns usual,
            Silences silences)
            throws SQLException {
        Set<Integer> numbers = sources.stream().map(KnownSource::source).collect(Collectors.toSet());
        Map<Integer, EndedSeries> ended = new EndsOverTime(connection, numbers, filter, length).bySource();
        Map<Integer, Fare> fares = new HashMap<>();
        boolean untilNow =
                filter.to() >= Micros.of(silences.now().minus(STILL_NOW)); // what was silent then is not known
        for (KnownSource source : sources) {
            EndedSeries none = new EndedSeries(filter.from(), filter.to(), length);
            fares.put(
                    source.source(),
                    new Fare(
                            ended.getOrDefault(source.source(), none),
                            usual.of(name -> name.source() == source.source()),
                            untilNow && silences.isSilent(source)));
        }
        return fares;
    }

    /** Of several: silent only if nothing is heard of any. */
    static Fare sum(MetricFilter filter, long length, Collection<Fare> parts) {
        EndedSeries series = new EndedSeries(filter.from(), filter.to(), length);
        UsualRuns.Sums usual = new UsualRuns.Sums();
        parts.forEach(part -> {
            series.add(part.series);
            usual.add(part.usual);
        });
        return new Fare(series, usual, !parts.isEmpty() && parts.stream().allMatch(Fare::silent));
    }

    @Nullable
    UsualRate usualRate() {
        return usual.rate();
    }

    /** Of what ended last, see {@link Course#newest}. */
    Verdict verdict() {
        return Verdict.of(series.course().newest(), usualRate(), silent);
    }

    Outcomes outcomes() {
        return series.course().sum();
    }

    /** Since when more fail than usual; null unless they do. */
    @Nullable
    Instant since() {
        Long since = series.course().outsideSince(usualRate());
        return since == null ? null : RunRows.instant(since);
    }

    List<EndedSeries.Bucket> buckets() {
        return series.buckets(usualRate());
    }
}
