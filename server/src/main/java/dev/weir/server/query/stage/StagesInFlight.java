package dev.weir.server.query.stage;

import dev.weir.core.run.RunRows;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Condition;
import dev.weir.server.query.Micros;
import dev.weir.server.query.VisibleSource;
import dev.weir.store.StageFigures;
import dev.weir.store.StageStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What is under way, in one of two meanings, those first that have been for longest. */
final class StagesInFlight {
    /**
     * @param since when it began: its first start, or that of the pass which is open
     * @param slaDue what it is held to: the earliest time of all its starts, or that of the latest one
     * @param dueInMs negative once that is past
     */
    record Item(
            String env,
            String serviceKey,
            String workflowId,
            int runSeq,
            String workflowName,
            String workflowStage,
            int starts,
            int completions,
            Instant since,
            long ageMs,
            @Nullable Instant slaDue,
            @Nullable Long dueInMs) {}

    /** @param total all that are found, on whatever page */
    record InFlight(
            String meaning, List<Item> items, @Nullable String next, long total, long overdue) {}

    /** Whose stage it is. */
    record Owner(String env, String serviceKey, String workflowId, int runSeq) {
        static Owner of(VisibleSource source, ResultSet row) throws SQLException {
            return new Owner(source.env(), source.serviceKey(), row.getString("workflow_id"), row.getInt("run_seq"));
        }
    }

    private record Found(StagePosition position, Item item) {}

    /** In either meaning, as everywhere: of the latest start. */
    static final String OVERDUE_BY = "last_sla_due";

    private static final String COUNT =
            "SELECT count(*), count(*) FILTER (WHERE " + OVERDUE_BY + " < ?) FROM stages WHERE %s";
    private static final String PAGE = "SELECT " + StageStore.COLUMNS + """
            , w.workflow_id, w.run_seq FROM (SELECT * FROM stages WHERE %s ORDER BY %s, id, workflow_stage COLLATE "C" LIMIT %d) AS s
            JOIN stage_workflows w ON w.id = s.id ORDER BY s.%s, s.id, s.workflow_stage COLLATE "C"
            """;

    private final Connection connection;
    private final StageFilter filter;
    private final boolean openNow;
    private final long now;

    /** @param openNow otherwise what was never completed */
    StagesInFlight(Connection connection, StageFilter filter, boolean openNow, long now) {
        this.connection = connection;
        this.filter = filter;
        this.openNow = openNow;
        this.now = now;
    }

    InFlight find(Scope scope, int limit, @Nullable String cursor) throws SQLException {
        StagePosition after = StagePosition.parse(cursor);
        Map<Integer, VisibleSource> sources = filter.sources(connection, scope);
        return find(sources, limit, after);
    }

    /** What was never completed is open, too: it has the same index. */
    static Condition where(StageFilter filter, Map<Integer, VisibleSource> sources, boolean openNow) {
        Condition where = filter.where(sources)
                .between("at", filter.from(), filter.to())
                .and("open_now")
                .and(since(openNow) + " IS NOT NULL"); // of a step, the start may be unknown
        return openNow ? where : where.and("never_completed");
    }

    static String since(boolean openNow) {
        return openNow ? "open_since" : "first_started_at";
    }

    static String due(boolean openNow) {
        return openNow ? "last_sla_due" : "earliest_sla_due";
    }

    private InFlight find(Map<Integer, VisibleSource> sources, int limit, @Nullable StagePosition after)
            throws SQLException {
        Condition where = where(filter, sources, openNow);
        String since = since(openNow);
        long total;
        long overdue;
        try (PreparedStatement count = where.prepareAfter(connection, COUNT.formatted(where.sql()), Micros.time(now));
                ResultSet row = count.executeQuery()) {
            row.next();
            total = row.getLong(1);
            overdue = row.getLong(2);
        }
        if (after != null) {
            where.and(
                    "(" + since + ", id, workflow_stage COLLATE \"C\") > (?, ?, ?)",
                    Micros.time(after.at()),
                    after.id(),
                    after.stage());
        }
        List<Found> found = new ArrayList<>();
        try (PreparedStatement select =
                        where.prepare(connection, PAGE.formatted(where.sql(), since, limit + 1, since));
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                VisibleSource source = Objects.requireNonNull(sources.get(row.getInt("source")));
                found.add(found(row.getObject("id", UUID.class), Owner.of(source, row), StageStore.read(row)));
            }
        }
        return page(found, limit, total, overdue);
    }

    private Found found(UUID id, Owner owner, StageFigures stage) {
        return new Found(new StagePosition(since(stage, openNow), id, stage.stage()), item(owner, stage, openNow, now));
    }

    private static long since(StageFigures stage, boolean openNow) {
        return Objects.requireNonNull(openNow ? stage.openSince() : stage.firstStartedAt());
    }

    static Item item(Owner owner, StageFigures stage, boolean openNow, long now) {
        long since = since(stage, openNow);
        Long due = openNow ? stage.lastSlaDue() : stage.earliestSlaDue();
        return new Item(
                owner.env(),
                owner.serviceKey(),
                owner.workflowId(),
                owner.runSeq(),
                stage.workflowName(),
                stage.stage(),
                stage.starts(),
                stage.completions(),
                RunRows.instant(since),
                (now - since) / 1000,
                RunRows.instant(due),
                due == null ? null : Long.valueOf((due - now) / 1000));
    }

    private InFlight page(List<Found> found, int limit, long total, long overdue) {
        List<Item> items = found.stream().limit(limit).map(Found::item).toList();
        String next = found.size() > limit ? found.get(limit - 1).position().text() : null;
        return new InFlight(openNow ? "open-now" : "never-completed", items, next, total, overdue);
    }
}
