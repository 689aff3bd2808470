package dev.weir.server.query.stage;

import dev.weir.core.run.RunRows;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Condition;
import dev.weir.server.query.Micros;
import dev.weir.server.query.VisibleSource;
import dev.weir.server.query.stage.StageSelection.Times;
import dev.weir.server.query.stage.StageWorkflowsEndpoint.Item;
import dev.weir.server.query.stage.StageWorkflowsEndpoint.Workflows;
import dev.weir.server.query.stage.StagesInFlight.Owner;
import dev.weir.store.StageFigures;
import dev.weir.store.StageStore;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The stages that a figure is made of, those first that began last. */
final class StagesBehind {
    private static final String NAMES = "SELECT DISTINCT workflow_stage FROM stage_days WHERE source = ANY(?)";
    private static final String COUNT = """
            SELECT count(*), coalesce(sum(n), 0) FROM (SELECT %s AS n FROM stages WHERE %s) AS found
            """;
    /** Every stage of every source gives its first rows in the order of its index, and no more. */
    private static final String PAGE = "SELECT " + StageStore.COLUMNS + """
            , s.n, w.workflow_id, w.run_seq FROM (
              SELECT own.* FROM unnest(?::int[]) AS visible(source)
              CROSS JOIN unnest(?::text[]) AS named(stage)
              CROSS JOIN LATERAL (
                SELECT *, %1$s AS n FROM stages
                WHERE source = visible.source AND workflow_stage = named.stage AND %2$s
                ORDER BY at DESC, id DESC LIMIT %3$d) AS own
              ORDER BY own.at DESC, own.id DESC, own.workflow_stage COLLATE "C" DESC LIMIT %3$d) AS s
            JOIN stage_workflows w ON w.id = s.id
            ORDER BY s.at DESC, s.id DESC, s.workflow_stage COLLATE "C" DESC
            """;

    private record Found(StagePosition position, Item item) {}

    private final Connection connection;
    private final StageFilter filter;
    private final StageSelection selection;
    private final long now;

    StagesBehind(Connection connection, StageFilter filter, StageSelection selection, long now) {
        this.connection = connection;
        this.filter = filter;
        this.selection = selection;
        this.now = now;
    }

    Workflows find(Scope scope, int limit, @Nullable StagePosition after) throws SQLException {
        Map<Integer, VisibleSource> sources = filter.sources(connection, scope);
        Condition where = filter.where(sources).between("at", filter.from(), filter.to());
        selection.limit(where, now);
        Times times = selection.times();
        try (PreparedStatement select = where.prepareAfter(
                        connection,
                        COUNT.formatted(times.sql(), where.sql()),
                        times.values().toArray());
                ResultSet row = select.executeQuery()) {
            row.next();
            List<Found> found = page(sources, where, limit, after);
            String next = found.size() > limit ? found.get(limit - 1).position().text() : null;
            List<Item> items = found.stream().limit(limit).map(Found::item).toList();
            return new Workflows(items, next, row.getLong(1), row.getLong(2));
        }
    }

    /** One more than asked for, if there are more. */
    private List<Found> page(
            Map<Integer, VisibleSource> sources, Condition where, int limit, @Nullable StagePosition after)
            throws SQLException {
        if (after != null) {
            where.and(
                    "(at, id, workflow_stage COLLATE \"C\") < (?, ?, ?)",
                    Micros.time(after.at()),
                    after.id(),
                    after.stage());
        }
        Times times = selection.times();
        Array numbers = VisibleSource.numbers(connection, sources);
        Array names = connection.createArrayOf("text", names(numbers).toArray());
        Object[] before = Stream.concat(Stream.of(numbers, names), times.values().stream())
                .toArray();
        String sql = PAGE.formatted(times.sql(), where.sql(), limit + 1);
        List<Found> found = new ArrayList<>();
        try (PreparedStatement select = where.prepareAfter(connection, sql, before);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                VisibleSource source = Objects.requireNonNull(sources.get(row.getInt("source")));
                StageFigures stage = StageStore.read(row);
                found.add(new Found(
                        new StagePosition(stage.at(), row.getObject("id", UUID.class), stage.stage()),
                        item(Owner.of(source, row), stage, row.getLong("n"))));
            }
        }
        return found;
    }

    private Collection<String> names(Array sources) throws SQLException {
        if (!filter.stages().isEmpty()) {
            return filter.stages();
        }
        List<String> names = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(NAMES)) {
            select.setArray(1, sources);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    names.add(row.getString(1));
                }
            }
        }
        return names;
    }

    private Item item(Owner owner, StageFigures stage, long n) {
        Long due = stage.lastSlaDue();
        return new Item(
                owner.env(),
                owner.serviceKey(),
                owner.workflowId(),
                owner.runSeq(),
                stage.workflowName(),
                stage.stage(),
                RunRows.instant(stage.at()),
                RunRows.instant(stage.firstStartedAt()),
                RunRows.instant(stage.lastStartedAt()),
                RunRows.instant(stage.firstCompletedAt()),
                RunRows.instant(stage.lastCompletedAt()),
                stage.starts(),
                stage.completions(),
                stage.passMs(),
                stage.firstPassMs(),
                stage.spanMs(),
                stage.touchMs(),
                stage.reworkMs(),
                RunRows.instant(stage.earliestSlaDue()),
                RunRows.instant(due),
                stage.lateMs(),
                stage.openNow() && due != null && due < now ? Long.valueOf((now - due) / 1000) : null,
                stage.openNow(),
                stage.abandoned(),
                n);
    }
}
