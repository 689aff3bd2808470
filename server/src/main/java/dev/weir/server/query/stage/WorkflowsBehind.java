package dev.weir.server.query.stage;

import dev.weir.core.run.RunRows;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Condition;
import dev.weir.server.query.Micros;
import dev.weir.server.query.VisibleSource;
import dev.weir.server.query.stage.StageWorkflowsEndpoint.Item;
import dev.weir.server.query.stage.StageWorkflowsEndpoint.Workflows;
import dev.weir.server.query.stage.StagesInFlight.Owner;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The workflows that took a path, or any, those first that began last. */
final class WorkflowsBehind {
    private static final String COUNT = "SELECT count(*) FROM stage_workflows WHERE ";
    /** Every source gives its first rows in the order of its index, and only those shown are added up. */
    private static final String PAGE = """
            SELECT w.id, w.source, w.workflow_id, w.run_seq, w.workflow_name, w.open, w.duration_ms,
              micros(w.created_at) AS at, s.*
            FROM (
              SELECT own.* FROM unnest(?::int[]) AS visible(source)
              CROSS JOIN LATERAL (
                SELECT * FROM stage_workflows WHERE source = visible.source AND %1$s
                ORDER BY created_at DESC, id DESC LIMIT %2$d) AS own
              ORDER BY own.created_at DESC, own.id DESC LIMIT %2$d) AS w
            CROSS JOIN LATERAL (
              SELECT min(first_started_at) AS first_started_at, max(last_started_at) AS last_started_at,
                min(first_completed_at) AS first_completed_at, max(last_completed_at) AS last_completed_at,
                coalesce(sum(starts), 0) AS starts, coalesce(sum(completions), 0) AS completions,
                coalesce(sum(touch_ms), 0) AS touch_ms, coalesce(sum(rework_ms), 0) AS rework_ms,
                coalesce(bool_or(abandoned), false) AS abandoned
              FROM stages WHERE stages.id = w.id) AS s
            ORDER BY w.created_at DESC, w.id DESC
            """;

    private record Found(StagePosition position, Item item) {}

    private final Connection connection;
    private final StageFilter filter;
    private final StageSelection selection;

    WorkflowsBehind(Connection connection, StageFilter filter, StageSelection selection) {
        this.connection = connection;
        this.filter = filter;
        this.selection = selection;
    }

    Workflows find(Scope scope, int limit, @Nullable StagePosition after) throws SQLException {
        Map<Integer, VisibleSource> sources = filter.sources(connection, scope);
        Condition where = where(sources);
        try (PreparedStatement select = where.prepare(connection, COUNT + where.sql());
                ResultSet row = select.executeQuery()) {
            row.next();
            List<Found> found = page(sources, where, limit, after);
            String next = found.size() > limit ? found.get(limit - 1).position().text() : null;
            List<Item> items = found.stream().limit(limit).map(Found::item).toList();
            return new Workflows(items, next, row.getLong(1), row.getLong(1));
        }
    }

    private Condition where(Map<Integer, VisibleSource> sources) {
        Condition where = new Condition()
                .any("source", "int4", sources.keySet())
                .between("created_at", filter.from(), filter.to());
        StageVariants.limit(where, filter);
        UUID path = Objects.requireNonNull(selection.path());
        if (!path.equals(StageSelection.ANY_PATH)) {
            where.and("variant_hash = ?", path);
        }
        return selection.kind() == StageKind.OPEN_NOW ? where.and("open") : where;
    }

    /** One more than asked for, if there are more. */
    private List<Found> page(
            Map<Integer, VisibleSource> sources, Condition where, int limit, @Nullable StagePosition after)
            throws SQLException {
        if (after != null) {
            where.and("(created_at, id) < (?, ?)", Micros.time(after.at()), after.id());
        }
        List<Found> found = new ArrayList<>();
        try (PreparedStatement select = where.prepareAfter(
                        connection,
                        PAGE.formatted(where.sql(), limit + 1),
                        VisibleSource.numbers(connection, sources));
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                VisibleSource source = Objects.requireNonNull(sources.get(row.getInt("source")));
                found.add(new Found(
                        new StagePosition(row.getLong("at"), row.getObject("id", UUID.class), ""),
                        item(Owner.of(source, row), row)));
            }
        }
        return found;
    }

    private static Item item(Owner owner, ResultSet row) throws SQLException {
        return new Item(
                owner.env(),
                owner.serviceKey(),
                owner.workflowId(),
                owner.runSeq(),
                row.getString("workflow_name"),
                null,
                RunRows.instant(row.getLong("at")),
                time(row, "first_started_at"),
                time(row, "last_started_at"),
                time(row, "first_completed_at"),
                time(row, "last_completed_at"),
                row.getInt("starts"),
                row.getInt("completions"),
                List.of(),
                null,
                row.getLong("duration_ms"),
                row.getLong("touch_ms"),
                row.getLong("rework_ms"),
                null,
                null,
                null,
                null,
                row.getBoolean("open"),
                row.getBoolean("abandoned"),
                1);
    }

    private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
        OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
        return at == null ? null : at.toInstant();
    }
}
