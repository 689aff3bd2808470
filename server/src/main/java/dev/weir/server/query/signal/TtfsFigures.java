package dev.weir.server.query.signal;

import dev.weir.server.query.Condition;
import dev.weir.server.query.CutRange;
import dev.weir.server.query.Micros;
import dev.weir.server.query.OneMoment;
import dev.weir.server.query.signal.TtfsGroup.Times;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How fast first signals came, told apart as one of the views does it. Whole hours come from the roll-up and the rest of the
 * range from rows. Percentiles come from rows, too, group by group along an index, and from the roll-up's buckets where a
 * group has too many: so an answer costs what its groups are, and not what happened in them.
 */
final class TtfsFigures {
    /** In the order of an answer. */
    record Key(Instant at, String surface, @Nullable Boolean cacheHit) implements Comparable<Key> {
        private static final Comparator<Key> ORDER = Comparator.comparing(Key::at)
                .thenComparing(Key::surface)
                .thenComparing(key -> Boolean.TRUE.equals(key.cacheHit()));

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    private static final String SUMS = "SELECT %s, " + TtfsGroup.SUMS + " FROM %s WHERE %s GROUP BY 1, 2, 3";
    private static final String BUCKETS = """
            SELECT %s, bucket, sum(n) FROM %s WHERE %s GROUP BY 1, 2, 3, 4
            """;
    private static final String TIMES = """
            SELECT g.number, t.p[1], t.p[2], t.p[3], t.shortest, t.longest
            FROM unnest(?::timestamptz[], ?::timestamptz[], ?::text[], ?::boolean[], ?::boolean[]) WITH ORDINALITY
                   AS g(since, until, surface, hit, or_hit, number)
            CROSS JOIN LATERAL (
              SELECT percentile_cont(ARRAY[0.50, 0.95, 0.99]) WITHIN GROUP (ORDER BY e.ttfs_ms) AS p,
                     min(e.ttfs_ms) AS shortest, max(e.ttfs_ms) AS longest
              FROM scheduler.ttfs_events e
              WHERE e.tenant_id = ? AND e.event_type = 'signal.rendered' AND e.surface = g.surface
                AND e.cache_hit = ANY(ARRAY[g.hit, g.or_hit]) AND e.ts >= g.since AND e.ts < g.until
            ) AS t
            """;
    private static final int MOST_GROUPS = 10_000;

    private final Connection connection;
    private final TtfsFilter filter;
    private final TtfsGrouping grouping;
    private final int mostExact;
    private final CutRange range;
    private final SortedMap<Key, TtfsGroup> groups = new TreeMap<>();

    /** The connection must be in a transaction that sees one moment. */
    TtfsFigures(Connection connection, TtfsFilter filter, TtfsGrouping grouping, int mostExact) {
        this.connection = connection;
        this.filter = filter;
        this.grouping = grouping;
        this.mostExact = mostExact;
        range = CutRange.of(filter.from(), filter.to(), CutRange.HOUR);
    }

    SortedMap<Key, TtfsGroup> counts() throws SQLException {
        eachPart(
                SUMS,
                "ttfs_hours",
                "ttfs_counts",
                row -> groups.computeIfAbsent(key(row), key -> new TtfsGroup()).add(row, 4));
        if (groups.size() > MOST_GROUPS) {
            throw OneMoment.tooWide(grouping.unit + "s");
        }
        return groups;
    }

    SortedMap<Key, TtfsGroup> countsAndTimes() throws SQLException {
        counts();
        readTimes();
        if (groups.values().stream().anyMatch(group -> group.signals > mostExact)) {
            eachPart(BUCKETS, "ttfs_buckets", "ttfs_bucket_counts", row -> {
                TtfsGroup group = groups.get(key(row));
                if (group != null && group.signals > mostExact) {
                    group.addBucket(row.getInt(4), row.getLong(5));
                }
            });
        }
        return groups;
    }

    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    private void eachPart(String sql, String hours, String rows, RowReader reader) throws SQLException {
        if (range.hasWhole()) {
            long end = filter.to() == Long.MAX_VALUE ? filter.to() : range.endUnit() * CutRange.HOUR;
            read(sql, hours, filter.where().between("hour", range.firstUnit() * CutRange.HOUR, end), reader);
        }
        for (CutRange.Part part : range.parts()) {
            read(sql, rows, filter.where().between("ts", part.from(), part.to()), reader);
        }
    }

    private void read(String sql, String relation, Condition where, RowReader reader) throws SQLException {
        String select = sql.formatted(grouping.columns(), relation, where.sql());
        try (PreparedStatement statement = where.prepare(connection, select);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                reader.read(row);
            }
        }
    }

    private Key key(ResultSet row) throws SQLException {
        Boolean cacheHit = grouping.byCacheHit ? (Boolean) row.getBoolean(3) : null;
        return new Key(row.getObject(1, OffsetDateTime.class).toInstant(), row.getString(2), cacheHit);
    }

    /** Of groups with few signals: exactly, as percentile_cont has it. */
    private void readTimes() throws SQLException {
        List<Map.Entry<Key, TtfsGroup>> few = groups.entrySet().stream()
                .filter(group -> group.getValue().signals > 0 && group.getValue().signals <= mostExact)
                .toList();
        List<Key> keys = few.stream().map(Map.Entry::getKey).toList();
        try (PreparedStatement select = connection.prepareStatement(TIMES)) {
            set(select, 1, "timestamptz", keys, key -> Micros.time(since(key)));
            set(select, 2, "timestamptz", keys, key -> Micros.time(until(key)));
            set(select, 3, "text", keys, Key::surface);
            set(select, 4, "bool", keys, key -> cacheHit(key) == null || Boolean.TRUE.equals(cacheHit(key)));
            set(select, 5, "bool", keys, key -> Boolean.TRUE.equals(cacheHit(key)));
            select.setObject(6, filter.tenant());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    few.get(row.getInt(1) - 1).getValue().setTimes(times(row));
                }
            }
        }
    }

    private @Nullable Boolean cacheHit(Key key) {
        return key.cacheHit() == null ? filter.cacheHit() : key.cacheHit();
    }

    private long since(Key key) {
        return Math.max(filter.from(), Micros.of(key.at()));
    }

    private long until(Key key) {
        return Math.min(filter.to(), Micros.of(key.at().plus(grouping.length)));
    }

    private static Times times(ResultSet row) throws SQLException {
        return new Times(row.getDouble(2), row.getDouble(3), row.getDouble(4), row.getLong(5), row.getLong(6), false);
    }

    private static void set(
            PreparedStatement statement, int index, String type, List<Key> keys, Function<Key, Object> column)
            throws SQLException {
        Object[] values = keys.stream().map(column).toArray();
        statement.setArray(index, statement.getConnection().createArrayOf(type, values));
    }
}
