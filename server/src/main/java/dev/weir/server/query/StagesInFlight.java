package dev.weir.server.query;

import dev.weir.core.event.Ids;
import dev.weir.core.run.RunRows;
import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.store.StageFigures;
import dev.weir.store.StageStore;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** What is under way, in one of two meanings, those first that have been for longest. */
final class StagesInFlight {
    /**
     * @param since when it began: its first start, or that of the pass which is open
     * @param slaDue what it is held to
     * @param dueInMs negative once it is overdue
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

    private record Position(long since, UUID id, int seq, String stage) implements Comparable<Position> {
        private static final Comparator<Position> ORDER = Comparator.comparingLong(Position::since)
                .thenComparing(Position::id, Ids::compareUnsigned)
                .thenComparingInt(Position::seq)
                .thenComparing(Position::stage, RunSort::compareUtf8);

        @Override
        public int compareTo(Position other) {
            return ORDER.compare(this, other);
        }

        String text() {
            String text = since + " " + id + " " + seq + " " + stage;
            return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        }

        static @Nullable Position parse(@Nullable String text) {
            if (text == null) {
                return null;
            }
            try {
                String[] parts = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split(" ", 4);
                return new Position(
                        Long.parseLong(parts[0]), UUID.fromString(parts[1]), Integer.parseInt(parts[2]), parts[3]);
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                throw new Problem(
                        HttpStatus.BAD_REQUEST,
                        "bad_cursor",
                        "The cursor is none that Weir gave: start again without it.");
            }
        }
    }

    private record Found(Position position, Item item) {}

    private static final String COUNT = "SELECT count(*), count(*) FILTER (WHERE %s < ?) FROM stages WHERE %s";
    private static final String PAGE = "SELECT " + StageStore.COLUMNS + """
            , w.workflow_id FROM (SELECT * FROM stages WHERE %s ORDER BY open_since, id, workflow_stage COLLATE "C" LIMIT %d) AS s
            JOIN stage_workflows w ON w.id = s.id ORDER BY s.open_since, s.id, s.workflow_stage COLLATE "C"
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
        Position after = Position.parse(cursor);
        Map<Integer, VisibleSource> sources = filter.sources(connection, scope);
        return filter.isOfSteps() ? ofSteps(scope, sources, limit, after) : ofStages(sources, limit, after);
    }

    /** What was never completed is open, too: it has the same index, and is open since its first start. */
    private InFlight ofStages(Map<Integer, VisibleSource> sources, int limit, @Nullable Position after)
            throws SQLException {
        StageWhere where = StageWhere.of(filter, sources)
                .between("at", filter.from(), filter.to())
                .and("open_now");
        if (!openNow) {
            where.and("never_completed");
        }
        long total;
        long overdue;
        String due = openNow ? "last_sla_due" : "earliest_sla_due";
        try (PreparedStatement count =
                        where.prepareAfter(connection, COUNT.formatted(due, where.sql()), Micros.time(now));
                ResultSet row = count.executeQuery()) {
            row.next();
            total = row.getLong(1);
            overdue = row.getLong(2);
        }
        if (after != null) {
            where.and(
                    "(open_since, id, workflow_stage COLLATE \"C\") > (?, ?, ?)",
                    Micros.time(after.since()),
                    after.id(),
                    after.stage());
        }
        List<Found> found = new ArrayList<>();
        try (PreparedStatement select = where.prepare(connection, PAGE.formatted(where.sql(), limit + 1));
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                VisibleSource source = Objects.requireNonNull(sources.get(row.getInt("source")));
                found.add(found(
                        row.getObject("id", UUID.class),
                        source.env(),
                        source.serviceKey(),
                        row.getString("workflow_id"),
                        1,
                        StageStore.read(row)));
            }
        }
        return page(found, limit, total, overdue);
    }

    private InFlight ofSteps(Scope scope, Map<Integer, VisibleSource> sources, int limit, @Nullable Position after)
            throws SQLException {
        List<Found> found = new ArrayList<>();
        StepFigures.each(
                connection,
                scope,
                filter,
                sources.keySet(),
                run -> run.stages().stream()
                        .filter(step -> openNow ? step.openNow() && step.openSince() != null : step.neverCompleted())
                        .forEach(step -> found.add(found(
                                run.key().id(),
                                run.key().env(),
                                run.key().serviceKey(),
                                run.key().workflowId(),
                                run.run().seq(),
                                step))));
        found.sort(Comparator.comparing(Found::position));
        List<Found> rest = found.stream()
                .filter(one -> after == null || one.position().compareTo(after) > 0)
                .limit(limit + 1L)
                .toList();
        return page(rest, limit, found.size(), 0);
    }

    private Found found(UUID id, String env, String service, String workflowId, int seq, StageFigures stage) {
        long since = Objects.requireNonNull(openNow ? stage.openSince() : stage.firstStartedAt());
        Long due = openNow ? stage.lastSlaDue() : stage.earliestSlaDue();
        Item item = new Item(
                env,
                service,
                workflowId,
                seq,
                stage.workflowName(),
                stage.stage(),
                stage.starts(),
                stage.completions(),
                RunRows.instant(since),
                (now - since) / 1000,
                RunRows.instant(due),
                due == null ? null : Long.valueOf((due - now) / 1000));
        return new Found(new Position(since, id, seq, stage.stage()), item);
    }

    private InFlight page(List<Found> found, int limit, long total, long overdue) {
        List<Item> items = found.stream().limit(limit).map(Found::item).toList();
        String next = found.size() > limit ? found.get(limit - 1).position().text() : null;
        return new InFlight(openNow ? "open-now" : "never-completed", items, next, total, overdue);
    }
}
