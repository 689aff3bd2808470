package dev.weir.server.query.insight;

import dev.weir.core.stage.StageBuckets;
import dev.weir.server.query.Micros;
import dev.weir.server.query.RankedBuckets;
import dev.weir.store.RunDurations.Name;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Percentiles of how long completed runs took. The buckets tell which of them holds the run at a rank; only the durations in
 * that one are read from rows, and the percentile is exact. Of too many values, or where too many rows had to be read for one
 * answer, the middle of the bucket stands for it, which is within one per cent.
 */
final class RunPercentiles {
    /** Up to so many values a figure is exact. */
    static final int MOST_EXACT = RankedBuckets.MOST_EXACT;

    private static final int MOST_READ = 150_000; // rows, in all
    private static final int MOST_LOOK_UPS = 10_000;

    private static final String DURATIONS = """
            SELECT w.place, r.duration_ms
            FROM unnest(?::int4[], ?::int4[], ?::text[], ?::int4[], ?::timestamptz[], ?::timestamptz[])
              AS w(place, source, name, bucket, from_at, to_at)
            CROSS JOIN LATERAL (
              SELECT duration_ms FROM runs
              WHERE source = w.source AND name_hash = hashtextextended(w.name, 0) AND status = 'completed'
                AND duration_ms IS NOT NULL AND duration_bucket(duration_ms) = w.bucket AND ended_at >= w.from_at
                AND %1$s >= w.from_at AND %1$s < w.to_at AND %2$s) AS r
            """;
    private static final List<String> TYPES = List.of("int4", "int4", "text", "int4", "timestamptz", "timestamptz");

    /** What a figure is of: a range, and the durations of each workflow in it. */
    record Figure(long from, long to, Map<Name, StageBuckets> parts, StageBuckets all) {
        static Figure of(long from, long to, Map<Name, RunSums> sums) {
            Map<Name, StageBuckets> parts = new HashMap<>();
            StageBuckets all = new StageBuckets();
            sums.forEach((name, one) -> {
                parts.put(name, one.durations);
                all.add(one.durations, 1);
            });
            return new Figure(from, to, parts, all);
        }

        /** The workflows that have durations in a bucket. */
        Stream<Name> partsWith(int bucket) {
            return parts.entrySet().stream()
                    .filter(part -> part.getValue().count(bucket) > 0)
                    .map(Map.Entry::getKey);
        }
    }

    /** @param ranks what is read of it; null if it has no durations, or too many */
    private record Wanted(Figure figure, @Nullable RankedBuckets ranks) {
        /** How many rows are to be read. */
        long rows() {
            return buckets().stream()
                    .mapToLong(bucket -> figure.all().count(bucket))
                    .sum();
        }

        long lookUps() {
            return buckets().stream()
                    .mapToLong(bucket -> figure.partsWith(bucket).count())
                    .sum();
        }

        Set<Integer> buckets() {
            return ranks == null ? Set.of() : ranks.wanted();
        }

        Percentiles percentiles(boolean median) {
            return Percentiles.of(figure.all(), ranks, median);
        }
    }

    private final Connection connection;
    private final MetricFilter filter;
    private final int mostExact;

    /** The connection must be in a transaction that sees one moment, the same in which the buckets were read. */
    RunPercentiles(Connection connection, MetricFilter filter, int mostExact) {
        this.connection = connection;
        this.filter = filter;
        this.mostExact = mostExact;
    }

    /** In the order of the figures. */
    List<Percentiles> of(List<Figure> figures) throws SQLException {
        return of(figures, true);
    }

    /** Without medians, which is half of the reading. */
    List<Percentiles> p95(List<Figure> figures) throws SQLException {
        return of(figures, false);
    }

    private List<Percentiles> of(List<Figure> figures, boolean median) throws SQLException {
        List<Wanted> wanted =
                figures.stream().map(figure -> wanted(figure, median)).toList();
        long lookUps = wanted.stream().mapToLong(Wanted::lookUps).sum();
        if (lookUps > 0
                && lookUps <= MOST_LOOK_UPS
                && wanted.stream().mapToLong(Wanted::rows).sum() <= MOST_READ) {
            read(wanted);
        }
        return wanted.stream().map(one -> one.percentiles(median)).toList();
    }

    private Wanted wanted(Figure figure, boolean median) {
        long n = figure.all().n();
        return new Wanted(figure, n == 0 || n > mostExact ? null : Percentiles.ranks(figure.all(), median));
    }

    private void read(List<Wanted> wanted) throws SQLException {
        List<Object[]> lookUps = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            int place = i;
            Figure figure = wanted.get(i).figure();
            OffsetDateTime from = Micros.time(figure.from());
            OffsetDateTime to = Micros.time(figure.to());
            for (int bucket : wanted.get(i).buckets()) {
                figure.partsWith(bucket)
                        .forEach(name -> lookUps.add(
                                new Object[] {place, name.source(), name.workflowName(), bucket, from, to}));
            }
        }
        String sql = DURATIONS.formatted(
                filter.byEnd() ? "ended_at" : "started_at", filter.newestOnly() ? "newest" : "true");
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            for (int column = 0; column < TYPES.size(); column++) {
                int place = column;
                Object[] values = lookUps.stream().map(one -> one[place]).toArray();
                select.setArray(column + 1, connection.createArrayOf(TYPES.get(column), values));
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Objects.requireNonNull(wanted.get(row.getInt(1)).ranks()).add(row.getLong(2));
                }
            }
        }
    }
}
