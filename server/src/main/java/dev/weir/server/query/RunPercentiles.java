package dev.weir.server.query;

import dev.weir.core.stage.StageBuckets;
import dev.weir.store.RunDurations.Name;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Percentiles of how long completed runs took. The buckets tell which of them holds the run at a rank; only the durations in
 * that one are read from rows, and the percentile is exact. Of too many values, or where too many rows had to be read for one
 * answer, the middle of the bucket stands for it, which is within one per cent.
 */
final class RunPercentiles {
    /** Up to so many values a figure is exact. */
    static final int MOST_EXACT = StageDurations.MOST_EXACT;

    private static final int MOST_READ = 150_000; // rows, in all
    private static final int MOST_LOOK_UPS = 10_000;
    private static final double[] FRACTIONS = {0.5, 0.95};

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

    record Percentiles(@Nullable Double p50Ms, @Nullable Double p95Ms, boolean approximate) {}

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
    }

    /** One bucket of one figure: its durations in order, once they are read. */
    private static final class Bucket {
        private final long[] values;
        private int size;

        Bucket(long n) {
            values = new long[(int) n];
        }

        void add(long ms) {
            if (size < values.length) {
                values[size] = ms;
            }
            size++;
        }

        /** Nothing is missing, and nothing too many. */
        boolean isWhole() {
            return size == values.length;
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
        List<Map<Integer, Bucket>> buckets = new ArrayList<>(figures.size());
        long rows = 0;
        long lookUps = 0;
        for (Figure figure : figures) {
            Map<Integer, Bucket> wanted = new LinkedHashMap<>();
            if (figure.all().n() <= mostExact) {
                for (int bucket : wideBuckets(figure.all())) {
                    wanted.put(bucket, new Bucket(figure.all().count(bucket)));
                    rows += figure.all().count(bucket);
                    lookUps += figure.parts().values().stream()
                            .filter(part -> part.count(bucket) > 0)
                            .count();
                }
            }
            buckets.add(wanted);
        }
        boolean affordable = rows <= MOST_READ && lookUps <= MOST_LOOK_UPS;
        if (affordable && lookUps > 0) {
            read(figures, buckets);
        }
        List<Percentiles> percentiles = new ArrayList<>(figures.size());
        for (int i = 0; i < figures.size(); i++) {
            StageBuckets all = figures.get(i).all();
            Map<Integer, Bucket> own = buckets.get(i);
            boolean exact = all.n() <= mostExact
                    && (own.isEmpty() || affordable && own.values().stream().allMatch(Bucket::isWhole));
            percentiles.add(new Percentiles(
                    percentile(all, FRACTIONS[0], exact, own), percentile(all, FRACTIONS[1], exact, own), !exact));
        }
        return percentiles;
    }

    /** Those that hold a run at a rank, and more than one whole millisecond. */
    private static TreeSet<Integer> wideBuckets(StageBuckets all) {
        TreeSet<Integer> buckets = new TreeSet<>();
        for (double fraction : FRACTIONS) {
            if (all.n() > 0) {
                double place = fraction * (all.n() - 1);
                buckets.add(all.bucketAt((long) Math.floor(place)));
                buckets.add(all.bucketAt((long) Math.ceil(place)));
            }
        }
        buckets.removeIf(bucket -> StageBuckets.width(bucket) == 1);
        return buckets;
    }

    private static @Nullable Double percentile(
            StageBuckets all, double fraction, boolean exact, Map<Integer, Bucket> buckets) {
        if (!exact || all.n() == 0) {
            return all.percentile(fraction);
        }
        double place = fraction * (all.n() - 1);
        double below = valueAt(all, (long) Math.floor(place), buckets);
        double above = valueAt(all, (long) Math.ceil(place), buckets);
        return below + (place - Math.floor(place)) * (above - below);
    }

    private static double valueAt(StageBuckets all, long rank, Map<Integer, Bucket> buckets) {
        int bucket = all.bucketAt(rank);
        Bucket read = buckets.get(bucket);
        return read == null ? StageBuckets.from(bucket) : read.values[(int) (rank - all.before(bucket))];
    }

    private void read(List<Figure> figures, List<Map<Integer, Bucket>> buckets) throws SQLException {
        List<Bucket> places = new ArrayList<>();
        List<Object[]> wanted = new ArrayList<>();
        for (int i = 0; i < figures.size(); i++) {
            Figure figure = figures.get(i);
            OffsetDateTime from = Micros.time(figure.from());
            OffsetDateTime to = Micros.time(figure.to());
            buckets.get(i).forEach((bucket, values) -> {
                figure.parts().forEach((name, part) -> {
                    if (part.count(bucket) > 0) {
                        wanted.add(new Object[] {places.size(), name.source(), name.workflowName(), bucket, from, to});
                    }
                });
                places.add(values);
            });
        }
        String sql = DURATIONS.formatted(
                filter.byEnd() ? "ended_at" : "started_at", filter.newestOnly() ? "newest" : "true");
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            List<String> types = List.of("int4", "int4", "text", "int4", "timestamptz", "timestamptz");
            for (int column = 0; column < types.size(); column++) {
                int place = column;
                Object[] values = wanted.stream().map(one -> one[place]).toArray();
                select.setArray(column + 1, connection.createArrayOf(types.get(column), values));
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    places.get(row.getInt(1)).add(row.getLong(2));
                }
            }
        }
        places.forEach(bucket -> Arrays.sort(bucket.values));
    }
}
