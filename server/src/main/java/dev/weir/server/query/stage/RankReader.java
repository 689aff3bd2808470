package dev.weir.server.query.stage;

import dev.weir.core.stage.StageBuckets;
import dev.weir.server.query.Condition;
import dev.weir.server.query.CutRange;
import dev.weir.server.query.Micros;
import dev.weir.server.query.RankedBuckets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the durations of stages that lie in the buckets in which ranks are. Passes and spans are those first passes, with
 * the few stages put right that have several passes.
 */
final class RankReader {
    private static final int MOST_LOOK_UPS = 10_000;

    private static final String PARTS = "SELECT DISTINCT source, workflow_name, workflow_stage FROM stage_days WHERE ";
    // OFFSET 0 keeps the look-ups apart: joined, the planner would rather read the whole table once.
    private static final String IN_BUCKET = """
            SELECT w.place, s.ms
            FROM unnest(?::int4[], ?::int4[], ?::text[], ?::text[], ?::int4[]) AS w(place, source, name, stage, bucket)
            CROSS JOIN LATERAL (
              SELECT %1$s AS ms FROM stages
              WHERE source = w.source AND workflow_name = w.name AND workflow_stage = w.stage
                AND duration_bucket(%1$s) = w.bucket AND %1$s IS NOT NULL AND at >= ? AND at < ?
              OFFSET 0) AS s
            """;
    private static final List<String> IN_BUCKET_TYPES = List.of("int4", "int4", "text", "text", "int4");
    private static final String SEVERAL = """
            SELECT w.place, s.first_pass_ms, s.span_ms, s.pass_ms
            FROM unnest(?::int4[], ?::int4[], ?::text[], ?::text[], ?::text[]::int8multirange[])
              AS w(place, source, name, stage, near)
            CROSS JOIN LATERAL (
              SELECT first_pass_ms, span_ms, pass_ms FROM stages
              WHERE source = w.source AND workflow_name = w.name AND workflow_stage = w.stage AND at >= ? AND at < ?
                AND (span_ms IS DISTINCT FROM first_pass_ms OR pass_ms <> array_remove(ARRAY[first_pass_ms], NULL))
                AND (first_pass_ms <@ w.near OR span_ms <@ w.near
                  OR EXISTS (SELECT FROM unnest(pass_ms) AS ms WHERE ms <@ w.near))
              OFFSET 0) AS s
            """;
    private static final List<String> SEVERAL_TYPES = List.of("int4", "int4", "text", "text", "text");

    private record Part(int source, String name, String stage) {}

    /** The figures of one stage or workflow, and all that it is made of. */
    private record Group(Map<StageFigure, RankedBuckets> figures, List<Part> parts) {
        Set<Integer> buckets(Collection<StageFigure> of) {
            Set<Integer> buckets = new TreeSet<>();
            figures.forEach((figure, ranks) -> buckets.addAll(of.contains(figure) ? ranks.wanted() : Set.of()));
            return buckets;
        }
    }

    private static final Set<StageFigure> OF_SEVERAL = Set.of(StageFigure.PER_PASS, StageFigure.SPAN);
    private static final Set<StageFigure> OF_PASSES =
            Set.of(StageFigure.FIRST_PASS, StageFigure.PER_PASS, StageFigure.SPAN);
    private static final Set<StageFigure> OF_LATE = Set.of(StageFigure.LATE);

    private final Connection connection;
    private final StageFilter filter;
    private final Condition where;
    private final Map<String, Group> groups = new TreeMap<>();

    /** The connection must be in a transaction that sees one moment, the same in which the buckets were read. */
    RankReader(Connection connection, StageFilter filter, Condition where) {
        this.connection = connection;
        this.filter = filter;
        this.where = where;
    }

    /** Nothing is read where names are so many that to look each of them up would take longer than to read everything. */
    void read(Map<StageFigure, Map<String, RankedBuckets>> wanted) throws SQLException {
        wanted.forEach((figure, own) -> own.forEach((group, ranks) -> groups.computeIfAbsent(
                        group, any -> new Group(new EnumMap<>(StageFigure.class), new ArrayList<>()))
                .figures()
                .put(figure, ranks)));
        addParts();
        List<Group> all = List.copyOf(groups.values());
        List<Object[]> passes = lookUps(all, OF_PASSES);
        List<Object[]> late = lookUps(all, OF_LATE);
        if (passes.size() + late.size() > MOST_LOOK_UPS) {
            return;
        }
        readBuckets(all, OF_PASSES, "first_pass_ms", passes);
        readBuckets(all, OF_LATE, "late_ms", late);
        readSeveral(all);
    }

    private void addParts() throws SQLException {
        Condition days = where.copy().any(filter.groupColumn(), "text", groups.keySet());
        if (filter.from() != Long.MIN_VALUE) {
            days.and("day >= ?", (int) Math.floorDiv(filter.from(), CutRange.DAY));
        }
        if (filter.to() != Long.MAX_VALUE) {
            days.and("day <= ?", (int) Math.floorDiv(filter.to(), CutRange.DAY));
        }
        try (PreparedStatement select = days.prepare(connection, PARTS + days.sql());
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                Part part = new Part(row.getInt(1), row.getString(2), row.getString(3));
                Objects.requireNonNull(groups.get(filter.byWorkflow() ? part.name() : part.stage()))
                        .parts()
                        .add(part);
            }
        }
    }

    private static List<Object[]> lookUps(List<Group> all, Set<StageFigure> figures) {
        List<Object[]> lookUps = new ArrayList<>();
        for (int place = 0; place < all.size(); place++) {
            for (int bucket : all.get(place).buckets(figures)) {
                for (Part part : all.get(place).parts()) {
                    lookUps.add(new Object[] {place, part.source(), part.name(), part.stage(), bucket});
                }
            }
        }
        return lookUps;
    }

    private void readBuckets(List<Group> all, Set<StageFigure> figures, String column, List<Object[]> lookUps)
            throws SQLException {
        if (lookUps.isEmpty()) {
            return;
        }
        try (PreparedStatement select = prepare(IN_BUCKET.formatted(column), IN_BUCKET_TYPES, lookUps);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                long ms = row.getLong(2);
                all.get(row.getInt(1)).figures().forEach((figure, ranks) -> {
                    if (figures.contains(figure)) {
                        ranks.add(ms);
                    }
                });
            }
        }
    }

    private void readSeveral(List<Group> all) throws SQLException {
        List<Object[]> lookUps = new ArrayList<>();
        for (int place = 0; place < all.size(); place++) {
            Set<Integer> buckets = all.get(place).buckets(OF_SEVERAL);
            String near = buckets.stream().map(RankReader::range).collect(Collectors.joining(",", "{", "}"));
            for (Part part :
                    buckets.isEmpty() ? List.<Part>of() : all.get(place).parts()) {
                lookUps.add(new Object[] {place, part.source(), part.name(), part.stage(), near});
            }
        }
        if (lookUps.isEmpty()) {
            return;
        }
        try (PreparedStatement select = prepare(SEVERAL, SEVERAL_TYPES, lookUps);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                Map<StageFigure, RankedBuckets> figures = all.get(row.getInt(1)).figures();
                Long firstPass = row.getObject(2, Long.class);
                Long span = row.getObject(3, Long.class);
                replace(figures.get(StageFigure.SPAN), firstPass, span == null ? new Long[0] : new Long[] {span});
                replace(figures.get(StageFigure.PER_PASS), firstPass, (Long[])
                        row.getArray(4).getArray());
            }
        }
    }

    private static String range(int bucket) {
        long from = StageBuckets.from(bucket);
        return "[" + from + "," + (from + StageBuckets.width(bucket)) + ")";
    }

    private static void replace(@Nullable RankedBuckets ranks, @Nullable Long firstPass, Long[] values) {
        if (ranks == null) {
            return;
        }
        if (firstPass != null) {
            ranks.remove(firstPass);
        }
        for (long ms : values) {
            ranks.add(ms);
        }
    }

    private PreparedStatement prepare(String sql, List<String> types, List<Object[]> lookUps) throws SQLException {
        PreparedStatement select = connection.prepareStatement(sql);
        for (int column = 0; column < types.size(); column++) {
            int place = column;
            Array values = connection.createArrayOf(
                    types.get(column), lookUps.stream().map(one -> one[place]).toArray());
            select.setArray(column + 1, values);
        }
        boolean always = filter.from() == Long.MIN_VALUE;
        boolean forever = filter.to() == Long.MAX_VALUE;
        select.setObject(types.size() + 1, always ? OffsetDateTime.MIN : Micros.time(filter.from()));
        select.setObject(types.size() + 2, forever ? OffsetDateTime.MAX : Micros.time(filter.to()));
        return select;
    }
}
