package dev.weir.server.query.insight;

import dev.weir.core.stage.StageBuckets;
import dev.weir.server.query.CutRange;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Counts runs as they end, by outcome, and how long completed ones took. A counter may only grow and begins anew with the
 * process, while a late event may take a run from one outcome to another: what today's and yesterday's cells have gained
 * since the last look is added, and what they have lost is not taken away.
 */
final class EndedMeters {
    static final String OTHER = "other";
    static final int MOST_ENVIRONMENTS = 20;
    private static final int MOST_SOURCES = 100;
    private static final Duration[] EDGES = {
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2500),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofMinutes(1),
        Duration.ofMinutes(2),
        Duration.ofMinutes(5),
        Duration.ofMinutes(10),
        Duration.ofMinutes(30),
        Duration.ofHours(1),
        Duration.ofHours(6),
        Duration.ofDays(1)
    };

    /** Of days, by end. */
    private static final String CELLS = """
            SELECT s.source, s.env, s.service_key, c.at, c.completed, c.failed, c.cancelled, c.durations
            FROM sources s JOIN run_cells c ON c.source = s.source AND c.basis = 1 AND c.unit = 2 AND c.at >= ?
            """;

    private final MeterRegistry registry;
    private final Map<Integer, Tags> labels = new HashMap<>();
    private final Set<String> environments = new HashSet<>();
    private Map<Place, Ended> known;

    /** What has ended until now is not counted. */
    EndedMeters(Connection connection, MeterRegistry registry, long now) throws SQLException {
        this.registry = registry;
        known = read(connection, now);
    }

    /** @param day since 1970 */
    private record Place(int source, String env, String service, int day) {}

    private static final class Ended {
        long completed;
        long failed;
        long cancelled;
        final StageBuckets durations = new StageBuckets();
    }

    void count(Connection connection, long now) throws SQLException {
        Map<Place, Ended> current = read(connection, now);
        Ended none = new Ended();
        current.forEach((place, ended) -> add(place, ended, known.getOrDefault(place, none)));
        known = current;
    }

    private static Map<Place, Ended> read(Connection connection, long now) throws SQLException {
        Map<Place, Ended> found = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(CELLS)) {
            select.setInt(1, (int) (now / CutRange.DAY) - 1);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Place place = new Place(row.getInt(1), row.getString(2), row.getString(3), row.getInt(4));
                    Ended ended = found.computeIfAbsent(place, any -> new Ended());
                    ended.completed += row.getLong(5);
                    ended.failed += row.getLong(6);
                    ended.cancelled += row.getLong(7);
                    ended.durations.add(row.getBytes(8));
                }
            }
        }
        return found;
    }

    private void add(Place place, Ended now, Ended before) {
        Tags tags = labels.computeIfAbsent(
                place.source(),
                any -> labels.size() < MOST_SOURCES
                        ? Tags.of("env", place.env(), "service", place.service())
                        : Tags.of("env", OTHER, "service", OTHER));
        add(tags, "completed", now.completed - before.completed);
        add(tags, "failed", now.failed - before.failed);
        add(tags, "cancelled", now.cancelled - before.cancelled);
        Timer timer = timer(place.env());
        now.durations.counts().forEach((bucket, n) -> {
            Duration duration = Duration.ofMillis(Math.round(StageBuckets.middle(bucket)));
            for (long left = n - before.durations.count(bucket); left > 0; left--) {
                timer.record(duration);
            }
        });
    }

    private void add(Tags tags, String outcome, long gained) {
        registry.counter("weir.runs.ended", tags.and("outcome", outcome)).increment(Math.max(0, gained));
    }

    private Timer timer(String env) {
        boolean own = environments.contains(env) || environments.size() < MOST_ENVIRONMENTS && environments.add(env);
        return Timer.builder("weir.run.duration")
                .tag("env", own ? env : OTHER)
                .serviceLevelObjectives(EDGES)
                .register(registry);
    }
}
