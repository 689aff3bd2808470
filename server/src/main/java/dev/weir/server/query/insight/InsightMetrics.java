package dev.weir.server.query.insight;

import dev.weir.core.run.Health;
import dev.weir.core.run.HealthState;
import dev.weir.core.signal.SignatureState;
import dev.weir.server.query.CutRange;
import dev.weir.server.query.Micros;
import dev.weir.server.query.run.FilteredRuns;
import dev.weir.server.query.run.OpenRun;
import dev.weir.server.query.run.RunItems;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the metrics say of how work goes: runs as they end, how open ones fare, and what kinds of failures are to people.
 * Read now and then, never by a scrape. Labels are bounded: what is beyond is summed up as "other".
 */
final class InsightMetrics implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(InsightMetrics.class);
    private static final int EVERY_S = 10;

    private static final String KINDS = """
            SELECT micros(s.first_seen_at), micros(s.last_matched_at), micros(n.resolved_at), micros(n.ignored_until), n.ignored_up_to,
                   CASE WHEN s.last_matched_at > ? THEN
                     (SELECT count(*) FROM failures f WHERE f.signature = s.id AND f.failed_at > ?) ELSE 0 END
            FROM scheduler.failure_signatures s LEFT JOIN signature_notes n ON n.signature = s.id
            WHERE s.first_seen_at IS NOT NULL
            """;

    private final DataSource database;
    private final FilteredRuns open;
    private final RunItems items;
    private final Clock clock;
    private final MeterRegistry registry;
    private final MultiGauge health;
    private final MultiGauge kinds;
    private final MultiGauge failures;
    private final ScheduledExecutorService timer;
    private @Nullable EndedMeters ended;

    InsightMetrics(DataSource database, FilteredRuns open, RunItems items, Clock clock, MeterRegistry registry) {
        this.database = database;
        this.open = open;
        this.items = items;
        this.clock = clock;
        this.registry = registry;
        health = gauge("weir.runs.open", "Open runs by how they fare");
        kinds = gauge("weir.failure.kinds", "Kinds of failures by what they are to people");
        failures = gauge("weir.failures.last.day", "Failures of the last 24 hours by what their kind is to people");
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "weir-insight-metrics");
            thread.setDaemon(true);
            return thread;
        });
        attempt(this::refreshEnded); // at once: what ends from now on is to be counted
        timer.scheduleWithFixedDelay(() -> attempt(this::refresh), 0, EVERY_S, TimeUnit.SECONDS);
    }

    private MultiGauge gauge(String name, String description) {
        return MultiGauge.builder(name).description(description).register(registry);
    }

    private interface Reading {
        void read(Connection connection) throws SQLException;
    }

    private void attempt(Reading reading) {
        try (Connection connection = database.getConnection()) {
            reading.read(connection);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("The metrics of how work goes keep their last values: {}", e.getMessage());
        }
    }

    private void refresh(Connection connection) throws SQLException {
        refreshEnded(connection);
        refreshHealth(connection);
        refreshKinds(connection);
    }

    private void refreshEnded(Connection connection) throws SQLException {
        if (ended == null) {
            ended = new EndedMeters(connection, registry, now());
        } else {
            ended.count(connection, now());
        }
    }

    private void refreshHealth(Connection connection) throws SQLException {
        List<OpenRun> runs = open.all(connection);
        Map<UUID, Health> healths = items.healths(connection, runs);
        Set<String> named = largest(runs);
        Map<String, Map<HealthState, Long>> environments = new HashMap<>();
        for (OpenRun run : runs) {
            Health one = healths.get(run.id());
            if (one != null) {
                environments
                        .computeIfAbsent(
                                named.contains(run.env()) ? run.env() : EndedMeters.OTHER,
                                any -> new EnumMap<>(HealthState.class))
                        .merge(one.state(), 1L, Long::sum);
            }
        }
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        environments.forEach((env, states) -> states.forEach(
                (state, n) -> rows.add(MultiGauge.Row.of(Tags.of("env", env, "health", state.label()), n))));
        health.register(rows, true);
    }

    private static Set<String> largest(List<OpenRun> runs) {
        Map<String, Long> sizes = runs.stream().collect(Collectors.groupingBy(OpenRun::env, Collectors.counting()));
        return sizes.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(EndedMeters.MOST_ENVIRONMENTS)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(HashSet::new));
    }

    private void refreshKinds(Connection connection) throws SQLException {
        long now = now();
        Map<SignatureState, Long> byState = new EnumMap<>(SignatureState.class);
        Map<SignatureState, Long> lately = new EnumMap<>(SignatureState.class);
        try (PreparedStatement select = connection.prepareStatement(KINDS)) {
            select.setObject(1, Micros.time(now - CutRange.DAY));
            select.setObject(2, Micros.time(now - CutRange.DAY));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    SignatureState state = SignatureState.of(facts(row), now);
                    byState.merge(state, 1L, Long::sum);
                    lately.merge(state, row.getLong(6), Long::sum);
                }
            }
        }
        kinds.register(rows(byState), true);
        failures.register(rows(lately), true);
    }

    private static SignatureState.Facts facts(ResultSet row) throws SQLException {
        return new SignatureState.Facts(
                row.getLong(1),
                row.getLong(2),
                row.getLong(6),
                row.getObject(3, Long.class),
                row.getObject(4, Long.class),
                row.getObject(5, Integer.class));
    }

    private static List<MultiGauge.Row<?>> rows(Map<SignatureState, Long> counts) {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        for (SignatureState state : SignatureState.values()) {
            rows.add(MultiGauge.Row.of(Tags.of("state", state.label()), counts.getOrDefault(state, 0L)));
        }
        return rows;
    }

    private long now() {
        return Micros.of(clock.instant());
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
