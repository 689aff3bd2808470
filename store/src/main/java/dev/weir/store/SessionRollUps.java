package dev.weir.store;

import dev.weir.core.event.Ids;
import dev.weir.core.stage.StageBuckets;
import dev.weir.store.RollUp.Column;
import dev.weir.store.RollUp.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What is counted of sessions, by the hour of their start: outcomes, swaps and errors, and how long starts took. */
final class SessionRollUps {
    /** The columns of {@code session_hours} that are summed. */
    static final List<String> SUMS = List.of(
            "sessions",
            "known",
            "success",
            "excused",
            "unexcused",
            "swapped",
            "errors",
            "excusable_errors",
            "inversions");

    private static final String SUMMED = """
            SELECT source, floor(extract(epoch FROM session_start_ts) / 3600)::int, gateway, pipeline, model_id, gpu_id,
              orchestrator_address, count(*), count(*) FILTER (WHERE known_stream), count(*) FILTER (WHERE startup_success),
              count(*) FILTER (WHERE startup_excused), count(*) FILTER (WHERE startup_unexcused),
              count(*) FILTER (WHERE session_has_swap), sum(error_count), sum(excusable_error_count), sum(edge_inversions)
            FROM sessions GROUP BY 1, 2, 3, 4, 5, 6, 7
            """;
    private static final String TAKEN = """
            SELECT source, floor(extract(epoch FROM session_start_ts) / 3600)::int, gateway, pipeline, model_id, gpu_id,
              orchestrator_address, measure, ms, count(*)
            FROM sessions CROSS JOIN LATERAL (
              VALUES (0, startup_ms), (1, e2e_proxy_ms), (2, prompt_to_playable_ms), (3, gateway_runner_lag_ms))
              AS taken(measure, ms)
            WHERE ms IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
            """;

    private record Hour(int source, int hour, UUID group) implements Comparable<Hour> {
        private static final Comparator<Hour> ORDER = Comparator.comparingInt(Hour::source)
                .thenComparingInt(Hour::hour)
                .thenComparing(Hour::group, Ids::compareUnsigned);

        @Override
        public int compareTo(Hour other) {
            return ORDER.compare(this, other);
        }

        String words() {
            return "of sessions in hour " + hour + " of group " + group + " of source " + source;
        }
    }

    private record Latency(int source, int hour, UUID group, int measure, int bucket) implements Comparable<Latency> {
        private static final Comparator<Latency> ORDER = Comparator.comparingInt(Latency::source)
                .thenComparingInt(Latency::hour)
                .thenComparing(Latency::group, Ids::compareUnsigned)
                .thenComparingInt(Latency::measure)
                .thenComparingInt(Latency::bucket);

        @Override
        public int compareTo(Latency other) {
            return ORDER.compare(this, other);
        }

        String words() {
            return "latencies of about " + StageBuckets.middle(bucket) + " ms (measure " + measure + ") in hour " + hour
                    + " of group " + group + " of source " + source;
        }
    }

    private static final RollUp<Hour> HOURS = new RollUp<>(
            "session_hours",
            List.of(
                    new Column<>("source", "int4", Hour::source),
                    new Column<>("hour", "int4", Hour::hour),
                    new Column<>("grouping", "uuid", Hour::group)),
            SUMS,
            row -> new Hour(row.getInt(1), row.getInt(2), row.getObject(3, UUID.class)),
            new Rows<>(
                    SUMMED,
                    8,
                    row -> new Hour(
                            row.getInt(1),
                            row.getInt(2),
                            SessionGroup.read(row, 3).id())));

    private static final RollUp<Latency> LATENCIES = new RollUp<>(
            "session_latencies",
            List.of(
                    new Column<>("source", "int4", Latency::source),
                    new Column<>("hour", "int4", Latency::hour),
                    new Column<>("grouping", "uuid", Latency::group),
                    new Column<>("measure", "int2", Latency::measure),
                    new Column<>("bucket", "int4", Latency::bucket)),
            row -> new Latency(
                    row.getInt(1), row.getInt(2), row.getObject(3, UUID.class), row.getInt(4), row.getInt(5)),
            new Rows<>(
                    TAKEN,
                    10,
                    row -> new Latency(
                            row.getInt(1),
                            row.getInt(2),
                            SessionGroup.read(row, 3).id(),
                            row.getInt(8),
                            StageBuckets.of(row.getLong(9)))));

    private final Map<Hour, long[]> hours = new HashMap<>();
    private final Map<Latency, Long> latencies = new HashMap<>();
    private final Map<SessionGroup, UUID> groups = new HashMap<>();

    private SessionRollUps() {}

    /** Adds what these changes change. */
    static void add(Connection connection, int slot, Collection<SessionChange> changes) throws SQLException {
        SessionRollUps differences = new SessionRollUps();
        for (SessionChange change : changes) {
            SessionFigures before =
                    change.before() == null ? null : change.before().figures();
            SessionFigures after = change.figures();
            if (!after.equals(before)) {
                differences.count(before, -1);
                differences.count(after, 1);
            }
        }
        SessionGroup.save(connection, differences.groups);
        HOURS.addSums(connection, slot, differences.hours);
        LATENCIES.add(connection, slot, differences.latencies);
    }

    private void count(@Nullable SessionFigures figures, long n) {
        if (figures == null) {
            return;
        }
        UUID group = groups.computeIfAbsent(figures.group(), SessionGroup::id);
        long[] sums =
                hours.computeIfAbsent(new Hour(figures.source(), figures.hour(), group), hour -> new long[SUMS.size()]);
        for (int i = 0; i < sums.length; i++) {
            sums[i] += n * figures.sums().get(i);
        }
        for (int measure = 0; measure < figures.latencies().size(); measure++) {
            Long ms = figures.latencies().get(measure);
            if (ms != null) {
                latencies.merge(
                        new Latency(figures.source(), figures.hour(), group, measure, StageBuckets.of(ms)),
                        n,
                        Long::sum);
            }
        }
    }

    /** Finds where roll-ups are off and, unless only asked to look, mends them. */
    static List<String> differences(Connection connection, int slot, boolean mend) throws SQLException {
        List<String> found = new ArrayList<>(SessionGroup.differences(connection, mend));
        found.addAll(HOURS.differences(connection, slot, mend, Hour::words));
        found.addAll(LATENCIES.differences(connection, slot, mend, Latency::words));
        return found;
    }
}
