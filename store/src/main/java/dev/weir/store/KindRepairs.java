package dev.weir.store;

import dev.weir.core.signal.Episodes;
import dev.weir.core.signal.RepairTimes;
import dev.weir.core.stage.StageBuckets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * How long failures of a kind lasted: until a success of the same workflow id, or where there was none, until the kind
 * paused. Counts say which buckets the percentiles are in, and only the values of these are read: so neither a kind of
 * which there are few nor one of which there are many holds up what is learned.
 */
public final class KindRepairs {
    private static final int MOST_EXACT = 100_000;

    private static final String BUCKETS =
            "SELECT bucket, n FROM failure_repairs WHERE signature = ? AND n <> 0 ORDER BY bucket";
    private static final String OF_BUCKET = """
            SELECT repair_ms FROM failures WHERE signature = ? AND repair_ms >= ? AND repair_ms < ?
            """;

    /** Counts are not kept by source: of so many, the newest stand for all. */
    private static final String WITHIN = """
            SELECT repair_ms FROM (SELECT repair_ms FROM failures
                                   WHERE signature = ? AND repair_ms IS NOT NULL AND source = ANY(?)
                                   ORDER BY failed_at DESC LIMIT %d) AS newest
            """.formatted(MOST_EXACT);

    /** The last ones say what is usual. */
    private static final String LATEST = """
            SELECT micros(failed_at), repair_ms IS NOT NULL FROM failures WHERE signature = ? AND (? OR source = ANY(?))
            ORDER BY failed_at DESC LIMIT 1000
            """;

    private final Connection connection;
    private final @Nullable Array sources;
    private final long now;

    /**
     * @param sources of which alone to tell; null for all
     * @param now in microseconds since 1970
     */
    public KindRepairs(Connection connection, @Nullable Array sources, long now) {
        this.connection = connection;
        this.sources = sources;
        this.now = now;
    }

    public RepairTimes of(UUID signature) throws SQLException {
        long[] pauses = pauses(signature);
        if (sources != null) {
            return RepairTimes.of(
                    LongStream.concat(Arrays.stream(values(WITHIN, signature, sources)), Arrays.stream(pauses))
                            .toArray());
        }
        StageBuckets buckets = new StageBuckets();
        try (PreparedStatement select = connection.prepareStatement(BUCKETS)) {
            select.setObject(1, signature);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    buckets.add(row.getInt(1), row.getLong(2));
                }
            }
        }
        Arrays.stream(pauses).forEach(buckets::addDuration);
        Map<Integer, long[]> values = new HashMap<>();
        if (buckets.n() <= MOST_EXACT) {
            for (int bucket : RepairTimes.decisive(buckets)) {
                values.put(bucket, values(signature, bucket, pauses));
            }
        }
        return RepairTimes.of(buckets, values);
    }

    private long[] values(UUID signature, int bucket, long[] pauses) throws SQLException {
        long from = StageBuckets.from(bucket);
        return LongStream.concat(
                        Arrays.stream(values(OF_BUCKET, signature, from, from + StageBuckets.width(bucket))),
                        Arrays.stream(pauses).filter(ms -> StageBuckets.of(ms) == bucket))
                .sorted()
                .toArray();
    }

    private long[] values(String sql, Object... parameters) throws SQLException {
        LongStream.Builder values = LongStream.builder();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                select.setObject(i + 1, parameters[i]);
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    values.add(row.getLong(1));
                }
            }
        }
        return values.build().toArray();
    }

    /** Of the latest failures that no success followed. */
    private long[] pauses(UUID signature) throws SQLException {
        LongStream.Builder times = LongStream.builder();
        LongStream.Builder unrepaired = LongStream.builder();
        try (PreparedStatement select = connection.prepareStatement(LATEST)) {
            select.setObject(1, signature);
            select.setBoolean(2, sources == null);
            select.setArray(3, sources == null ? connection.createArrayOf("int4", new Object[0]) : sources);
            try (ResultSet row = select.executeQuery()) {
                for (int i = 0; row.next(); i++) {
                    times.add(row.getLong(1));
                    if (!row.getBoolean(2)) {
                        unrepaired.add(i);
                    }
                }
            }
        }
        long[] newestFirst = times.build().toArray();
        @Nullable
        Long[] repairs = Episodes.repairsMs(Arrays.stream(newestFirst).sorted().toArray(), now);
        return unrepaired
                .build()
                .mapToObj(i -> repairs[repairs.length - 1 - (int) i])
                .filter(ms -> ms != null)
                .mapToLong(Long::longValue)
                .toArray();
    }
}
