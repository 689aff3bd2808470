package dev.weir.server.query;

import dev.weir.core.event.Ids;
import dev.weir.core.stage.StagePass;
import dev.weir.core.stage.StageRow;
import dev.weir.core.stage.StepStages;
import dev.weir.server.access.Scope;
import dev.weir.store.StageFigures;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The paths that workflows took, those that most took first. A workflow is of the range if it began in it. */
final class StageVariants {
    /**
     * @param variant the stages as they began, the first hundred
     * @param share of all workflows that are asked for
     * @param open how many are still under way, and may become another variant
     * @param cycleTime from the first event to the last, of those that are not open
     */
    record Variant(List<String> variant, long n, double share, long open, StageDurations.Figure cycleTime) {}

    record Variants(List<Variant> items, @Nullable String next, long total, long variants) {}

    private static final int LONGEST = 100;
    private static final String MOST = """
            SELECT variant_hash, min(variant), count(*), count(*) FILTER (WHERE open), sum(count(*)) OVER (), count(*) OVER ()
            FROM stage_workflows WHERE %s GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT %d
            """;
    private static final String DURATIONS = "SELECT variant_hash, duration_ms FROM stage_workflows WHERE NOT open AND ";

    private static final class Tally {
        final UUID hash;
        final List<String> variant;
        long n;
        long open;
        final StageDurations durations = new StageDurations();

        Tally(UUID hash, List<String> variant) {
            this.hash = hash;
            this.variant = variant;
        }
    }

    private final Connection connection;
    private final StageFilter filter;
    private final int limit;

    StageVariants(Connection connection, StageFilter filter, int limit) {
        this.connection = connection;
        this.filter = filter;
        this.limit = limit;
    }

    Variants find(Scope scope) throws SQLException {
        Map<Integer, VisibleSource> sources = filter.sources(connection, scope);
        return filter.isOfSteps() ? ofSteps(scope, sources) : ofStages(sources);
    }

    private Variants ofStages(Map<Integer, VisibleSource> sources) throws SQLException {
        StageWhere where = new StageWhere()
                .any("source", "int4", sources.keySet())
                .between("created_at", filter.from(), filter.to());
        if (!filter.workflows().isEmpty()) {
            where.any("workflow_name", "text", filter.workflows());
        }
        if (!filter.stages().isEmpty()) {
            where.overlapping("variant", filter.stages());
        }
        Map<UUID, Tally> tallies = new HashMap<>();
        long total = 0;
        long variants = 0;
        try (PreparedStatement select = where.prepare(connection, MOST.formatted(where.sql(), limit));
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                Array path = row.getArray(2);
                Tally tally = new Tally(row.getObject(1, UUID.class), Arrays.asList((String[]) path.getArray()));
                tally.n = row.getLong(3);
                tally.open = row.getLong(4);
                total = row.getLong(5);
                variants = row.getLong(6);
                tallies.put(tally.hash, tally);
            }
        }
        StageWhere chosen = where.copy().any("variant_hash", "uuid", tallies.keySet());
        try (PreparedStatement select = chosen.prepare(connection, DURATIONS + chosen.sql());
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                Tally tally = tallies.get(row.getObject(1, UUID.class));
                if (tally != null) {
                    tally.durations.add(row.getLong(2));
                }
            }
        }
        return answer(new ArrayList<>(tallies.values()), total, variants);
    }

    private Variants ofSteps(Scope scope, Map<Integer, VisibleSource> sources) throws SQLException {
        Map<UUID, Tally> tallies = new HashMap<>();
        StepFigures.each(connection, scope, filter, sources.keySet(), steps -> {
            List<String> path = steps.flow().variant();
            UUID hash = Ids.named("variant", path.toArray(String[]::new));
            Tally tally = tallies.computeIfAbsent(
                    hash, any -> new Tally(hash, List.copyOf(path.subList(0, Math.min(LONGEST, path.size())))));
            tally.n++;
            if (steps.stages().stream().anyMatch(StageFigures::openNow)) {
                tally.open++;
            } else {
                tally.durations.add(duration(StepStages.of(steps.key(), steps.run())));
            }
        });
        long total = tallies.values().stream().mapToLong(tally -> tally.n).sum();
        return answer(new ArrayList<>(tallies.values()), total, tallies.size());
    }

    /** From the first edge of a pass to the last. */
    private static long duration(List<StageRow> rows) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (StageRow row : rows) {
            for (StagePass pass : row.passes()) {
                for (Instant edge : Arrays.asList(pass.startedAt(), pass.endedAt())) {
                    if (edge != null) {
                        first = Math.min(first, edge.toEpochMilli());
                        last = Math.max(last, edge.toEpochMilli());
                    }
                }
            }
        }
        return Math.max(0, last - first);
    }

    private Variants answer(List<Tally> tallies, long total, long variants) {
        tallies.sort(Comparator.comparingLong((Tally tally) -> -tally.n)
                .thenComparing(tally -> tally.hash, Ids::compareUnsigned));
        List<Variant> items = tallies.stream()
                .limit(limit)
                .map(tally -> new Variant(
                        tally.variant, tally.n, (double) tally.n / total, tally.open, tally.durations.figure()))
                .toList();
        return new Variants(items, null, total, variants);
    }
}
