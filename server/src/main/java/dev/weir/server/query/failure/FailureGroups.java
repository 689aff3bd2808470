package dev.weir.server.query.failure;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.weir.core.signal.FailurePace;
import dev.weir.core.signal.SignatureState;
import dev.weir.server.access.Scope;
import dev.weir.server.query.CutRange;
import dev.weir.server.query.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Failures by kind, what needs somebody first. */
final class FailureGroups {
    /** What is usual is told by so many days before a range. */
    static final int USUAL_DAYS = 28;

    private static final String BEFORE = """
            SELECT signature, sum(n) FROM failure_days
            WHERE source = ANY(?) AND day >= ? AND day < ? AND (cardinality(?::text[]) = 0 OR workflow_name = ANY(?))
            GROUP BY 1
            """;

    private final Connection connection;
    private final Scope scope;
    private final FailureFilter filter;
    private final long now;
    private final List<FailedWorkflow> workflows;
    private final TrendScale scale;

    /** @param now in microseconds since 1970 */
    FailureGroups(Connection connection, Scope scope, FailureFilter filter, long now) throws SQLException {
        this.connection = connection;
        this.scope = scope;
        this.filter = filter;
        this.now = now;
        workflows = FailedWorkflow.of(connection, scope, filter);
        scale = TrendScale.of(filter.from(), end());
    }

    /** How many groups there are of each state, whichever of them are asked for; open are those with an open failure. */
    record Counts(
            long open, @JsonProperty("new") long fresh, long regressed, long known, long ignored, long resolved) {}

    /**
     * Of those that were seen in the range, a page of the states that are asked for, what needs somebody first, and how many
     * there are.
     */
    record Found(List<FailureGroup> items, @Nullable String next, Counts counts) {}

    /** @param after where the page before ended */
    Found find(Set<String> states, String text, int limit, @Nullable FailureGroupPosition after) throws SQLException {
        Map<UUID, FailureTally> tallies = new FailureTallies(connection, filter, scale, workflows).count(scope);
        List<FailureGroup> groups = groups(tallies, text);
        List<FailureGroup> wanted = groups.stream()
                .filter(group -> states.isEmpty() || states.contains(group.state()))
                .filter(group -> after == null || FailureGroupPosition.of(group).compareTo(after) > 0)
                .sorted(Comparator.comparing(FailureGroupPosition::of))
                .toList();
        List<FailureGroup> page = wanted.subList(0, Math.min(limit, wanted.size()));
        String next = page.size() == wanted.size()
                ? null
                : FailureGroupPosition.of(page.get(limit - 1)).cursor();
        return new Found(page, next, counts(groups));
    }

    /** Also if it was not seen in the range. @return null if there is no such kind in what may be seen */
    @Nullable
    FailureGroup one(UUID signature) throws SQLException {
        Map<UUID, FailureTally> tallies =
                new FailureTallies(connection, filter.of(signature), scale, workflows).count(scope);
        List<FailureGroup> groups = groups(Map.of(signature, tallies.getOrDefault(signature, new FailureTally())), "");
        return groups.isEmpty() ? null : groups.get(0);
    }

    List<FailedWorkflow> workflows() {
        return workflows;
    }

    private List<FailureGroup> groups(Map<UUID, FailureTally> tallies, String text) throws SQLException {
        SignatureQuery kinds = new SignatureQuery(connection, scope, filter.envs(), filter.services(), now);
        Map<UUID, Long> before = before();
        List<FailureGroup> groups = new ArrayList<>();
        for (SignatureItem kind : kinds.some(tallies.keySet(), text)) {
            FailureTally tally = tallies.getOrDefault(kind.id(), new FailureTally());
            FailurePace pace = new FailurePace(
                    tally.count(),
                    (double) (end() - filter.from()) / CutRange.DAY,
                    before.getOrDefault(kind.id(), 0L),
                    daysBefore(kind.firstSeenAt()));
            groups.add(FailureGroup.of(kind, tally, scale, pace));
        }
        return groups;
    }

    private long end() {
        return Math.max(filter.from() + 1, Math.min(filter.to(), now));
    }

    private int firstDay() {
        return (int) Math.floorDiv(filter.from(), CutRange.DAY);
    }

    /** Of the days before the range, those since it was first seen. */
    private int daysBefore(@Nullable Instant firstSeen) {
        if (firstSeen == null) {
            return 0;
        }
        long known = firstDay() - Math.floorDiv(Micros.of(firstSeen), CutRange.DAY);
        return (int) Math.max(0, Math.min(USUAL_DAYS, known));
    }

    private Map<UUID, Long> before() throws SQLException {
        Map<UUID, Long> before = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(BEFORE)) {
            select.setArray(1, FailedWorkflow.sources(connection, workflows));
            select.setInt(2, firstDay() - USUAL_DAYS);
            select.setInt(3, firstDay());
            select.setArray(4, connection.createArrayOf("text", filter.names().toArray()));
            select.setArray(5, connection.createArrayOf("text", filter.names().toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    before.put(row.getObject(1, UUID.class), row.getLong(2));
                }
            }
        }
        return before;
    }

    private static Counts counts(List<FailureGroup> groups) {
        Map<String, Long> states = new HashMap<>();
        groups.forEach(group -> states.merge(group.state(), 1L, Long::sum));
        return new Counts(
                groups.stream().filter(group -> group.open() > 0).count(),
                states.getOrDefault(SignatureState.NEW.label(), 0L),
                states.getOrDefault(SignatureState.REGRESSED.label(), 0L),
                states.getOrDefault(SignatureState.KNOWN.label(), 0L),
                states.getOrDefault(SignatureState.IGNORED.label(), 0L),
                states.getOrDefault(SignatureState.RESOLVED.label(), 0L));
    }
}
