package dev.weir.server.query.stage;

import dev.weir.core.event.Ids;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Condition;
import dev.weir.server.query.CutRange;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The paths that workflows took, those that most took first. A workflow is of the range if it began in it. */
final class StageVariants {
    /**
     * @param id to ask for its workflows by
     * @param variant the stages as they began, the first hundred
     * @param share of all workflows that are asked for
     * @param open how many are still under way, and may become another variant
     * @param cycleTime from the first event to the last, of those that are not open
     */
    record Variant(UUID id, List<String> variant, long n, double share, long open, StageDurations.Figure cycleTime) {}

    record Variants(List<Variant> items, @Nullable String next, long total, long variants) {}

    private static final String PATHS = "SELECT variant_hash, variant FROM stage_paths WHERE variant_hash = ANY(?)";
    private static final String WITH_STAGES = """
            variant_hash = ANY(ARRAY(SELECT variant_hash FROM stage_paths WHERE variant && ?))
            """;

    private static final class Tally {
        long n;
        long open;
        StageDurations durations = new StageDurations();
    }

    private final Connection connection;
    private final StageFilter filter;
    private final int limit;
    private final int mostExact;
    private final Map<UUID, Tally> tallies = new HashMap<>();

    StageVariants(Connection connection, StageFilter filter, int limit, int mostExact) {
        this.connection = connection;
        this.filter = filter;
        this.limit = limit;
        this.mostExact = mostExact;
    }

    Variants find(Scope scope) throws SQLException {
        Condition where = new Condition()
                .any("source", "int4", filter.sources(connection, scope).keySet());
        limit(where, filter);
        CutRange days = CutRange.of(filter.from(), filter.to(), CutRange.DAY);
        if (days.hasWhole()) {
            count(whole(where, days), "sum(n), sum(open) FROM stage_variants");
        }
        for (CutRange.Part part : days.parts()) {
            Condition rows = where.copy().between("created_at", part.from(), part.to());
            count(rows, "count(*), count(*) FILTER (WHERE open) FROM stage_workflows");
        }
        tallies.values().removeIf(tally -> tally.n == 0);
        return answer(where, days);
    }

    /** By the names that workflows have, or that their paths have. */
    static void limit(Condition where, StageFilter filter) {
        if (!filter.workflows().isEmpty()) {
            where.any("workflow_name", "text", filter.workflows());
        }
        if (!filter.stages().isEmpty()) {
            where.overlapping(WITH_STAGES, filter.stages());
        }
    }

    private static Condition whole(Condition where, CutRange days) {
        return where.copy().and("day >= ?", days.firstUnit()).and("day < ?", days.endUnit());
    }

    private void count(Condition where, String numbers) throws SQLException {
        String sql = "SELECT variant_hash, " + numbers + " WHERE " + where.sql() + " GROUP BY 1";
        try (PreparedStatement select = where.prepare(connection, sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                Tally tally = tallies.computeIfAbsent(row.getObject(1, UUID.class), any -> new Tally());
                tally.n += row.getLong(2);
                tally.open += row.getLong(3);
            }
        }
    }

    private Variants answer(Condition where, CutRange days) throws SQLException {
        long total = tallies.values().stream().mapToLong(tally -> tally.n).sum();
        List<UUID> most = tallies.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<UUID, Tally> entry) -> -entry.getValue().n)
                        .thenComparing(Map.Entry::getKey, Ids::compareUnsigned))
                .limit(limit)
                .map(Map.Entry::getKey)
                .toList();
        addDurations(where, days, most);
        Map<UUID, List<String>> paths = paths(most);
        List<Variant> items = new ArrayList<>(most.size());
        for (UUID hash : most) {
            Tally tally = Objects.requireNonNull(tallies.get(hash));
            items.add(new Variant(
                    hash,
                    paths.getOrDefault(hash, List.of()),
                    tally.n,
                    (double) tally.n / total,
                    tally.open,
                    tally.durations.figure()));
        }
        return new Variants(items, null, total, tallies.size());
    }

    /** Of paths that few took each one, of the others the buckets of whole days and the rest one by one. */
    private void addDurations(Condition where, CutRange days, List<UUID> variants) throws SQLException {
        List<UUID> few = new ArrayList<>();
        List<UUID> many = new ArrayList<>();
        for (UUID variant : variants) {
            Tally tally = Objects.requireNonNull(tallies.get(variant));
            tally.durations = new StageDurations(Math.max(1, mostExact));
            (tally.n - tally.open <= mostExact ? few : many).add(variant);
        }
        addRows(where.copy().any("variant_hash", "uuid", few).between("created_at", filter.from(), filter.to()));
        if (many.isEmpty()) {
            return;
        }
        Condition ofMany = where.copy().any("variant_hash", "uuid", many);
        if (days.hasWhole()) {
            Condition whole = whole(ofMany, days);
            String sql = "SELECT variant_hash, durations FROM stage_variants WHERE " + whole.sql();
            try (PreparedStatement select = whole.prepare(connection, sql);
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Objects.requireNonNull(tallies.get(row.getObject(1, UUID.class)))
                            .durations
                            .add(row.getBytes(2));
                }
            }
        }
        for (CutRange.Part part : days.parts()) {
            addRows(ofMany.copy().between("created_at", part.from(), part.to()));
        }
    }

    private void addRows(Condition where) throws SQLException {
        String sql = "SELECT variant_hash, array_agg(duration_ms) FROM stage_workflows WHERE NOT open AND "
                + where.sql() + " GROUP BY 1";
        try (PreparedStatement select = where.prepare(connection, sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                Objects.requireNonNull(tallies.get(row.getObject(1, UUID.class)))
                        .durations
                        .addAll(row.getArray(2));
            }
        }
    }

    private Map<UUID, List<String>> paths(List<UUID> variants) throws SQLException {
        Map<UUID, List<String>> paths = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(PATHS)) {
            select.setArray(1, connection.createArrayOf("uuid", variants.toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    paths.put(row.getObject(1, UUID.class), List.of((String[])
                            row.getArray(2).getArray()));
                }
            }
        }
        return paths;
    }
}
