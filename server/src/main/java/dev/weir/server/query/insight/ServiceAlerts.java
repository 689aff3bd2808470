package dev.weir.server.query.insight;

import dev.weir.core.insight.Outcomes;
import dev.weir.core.insight.Sentences;
import dev.weir.core.run.RunRows;
import dev.weir.server.query.Micros;
import dev.weir.server.query.insight.Attention.Said;
import dev.weir.server.query.insight.Attention.Spark;
import dev.weir.server.query.insight.Attention.Where;
import dev.weir.server.query.insight.RunPercentiles.Figure;
import dev.weir.store.RunDurations.Name;
import dev.weir.store.ServiceAlert;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The alerts that people set for services, against what the roll-ups count up to now. */
final class ServiceAlerts {
    /** What is over its limit. */
    enum Limit {
        SUCCESS,
        DURATION,
        SILENCE;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    record Breach(String limit, String sentence) {}

    /**
     * @param ended completed or failed in the window
     * @param timed of these, those that completed with a duration
     * @param breaches none where all is within the limits, or too few runs ended to say so
     */
    record Alert(
            @Nullable Double minSuccessRate,
            @Nullable Long maxP95DurationMs,
            @Nullable Long maxSilenceMs,
            long windowMs,
            int minRuns,
            long ended,
            @Nullable Double successRate,
            long timed,
            @Nullable Double p95DurationMs,
            List<Breach> breaches) {

        private static Alert of(ServiceAlert set, State state, List<Breach> breaches) {
            return new Alert(
                    set.minSuccessRate(),
                    set.maxP95DurationMs(),
                    set.maxSilenceMs(),
                    set.windowMs(),
                    set.minRuns(),
                    state.outcomes.ended(),
                    state.outcomes.successRate(),
                    state.timed,
                    state.p95Ms,
                    breaches);
        }
    }

    /** What there is to judge. */
    private record State(
            Outcomes outcomes, long timed, @Nullable Double p95Ms) {}

    private final Map<Integer, KnownSource> sources = new TreeMap<>();
    private final Map<Integer, ServiceAlert> set;
    private final Map<Integer, State> states = new HashMap<>();
    private final Instant now;

    private ServiceAlerts(Collection<KnownSource> known, Map<Integer, ServiceAlert> set, Instant now) {
        known.forEach(source -> sources.put(source.source(), source));
        this.set = set;
        this.now = now;
    }

    /** The connection must be in a transaction that sees one moment. */
    static ServiceAlerts of(Connection connection, Collection<KnownSource> sources, Instant now) throws SQLException {
        List<Integer> numbers = sources.stream().map(KnownSource::source).toList();
        ServiceAlerts alerts = new ServiceAlerts(sources, ServiceAlert.of(connection, numbers), now);
        alerts.count(connection);
        return alerts;
    }

    /** Alerts with the same window are counted together. */
    private void count(Connection connection) throws SQLException {
        Map<Long, List<Integer>> byWindow = new TreeMap<>();
        set.forEach((source, alert) -> byWindow.computeIfAbsent(alert.windowMs(), any -> new ArrayList<>())
                .add(source));
        for (Map.Entry<Long, List<Integer>> window : byWindow.entrySet()) {
            count(connection, ended(window.getKey()), window.getValue());
        }
    }

    private MetricFilter ended(long windowMs) {
        long to = Micros.of(now);
        return new MetricFilter(Set.of(), Set.of(), Set.of(), to - windowMs * 1000, to, true, false);
    }

    private void count(Connection connection, MetricFilter filter, List<Integer> some) throws SQLException {
        Map<Integer, Map<Name, RunSums>> bySource = new HashMap<>();
        new CountedRuns(connection, some, filter)
                .byName()
                .forEach((name, sums) -> bySource.computeIfAbsent(name.source(), any -> new HashMap<>())
                        .put(name, sums));
        List<Figure> figures = some.stream()
                .map(source -> Figure.of(filter.from(), filter.to(), bySource.getOrDefault(source, Map.of())))
                .toList();
        List<Percentiles> percentiles = new RunPercentiles(connection, filter, RunPercentiles.MOST_EXACT).of(figures);
        for (int i = 0; i < some.size(); i++) {
            RunSums sum = new RunSums();
            bySource.getOrDefault(some.get(i), Map.of()).values().forEach(sum::add);
            states.put(
                    some.get(i),
                    new State(
                            new Outcomes(sum.completed, sum.failed),
                            sum.timed,
                            percentiles.get(i).p95Ms()));
        }
    }

    /** Null where nobody set one. */
    @Nullable
    Alert of(KnownSource source) {
        ServiceAlert alert = set.get(source.source());
        if (alert == null) {
            return null;
        }
        State state = Objects.requireNonNull(states.get(source.source()));
        List<Breach> breaches = new ArrayList<>();
        for (Limit limit : Limit.values()) {
            if (isBreached(limit, source)) {
                breaches.add(new Breach(limit.label(), sentence(limit, source, alert, state)));
            }
        }
        return Alert.of(alert, state, breaches);
    }

    boolean isBreached(Limit limit, KnownSource source) {
        ServiceAlert alert = set.get(source.source());
        if (alert == null) {
            return false;
        }
        State state = Objects.requireNonNull(states.get(source.source()));
        return switch (limit) {
            case SUCCESS -> {
                Double rate = state.outcomes.successRate();
                yield alert.minSuccessRate() != null
                        && rate != null
                        && state.outcomes.ended() >= alert.minRuns()
                        && rate < alert.minSuccessRate();
            }
            case DURATION ->
                alert.maxP95DurationMs() != null
                        && state.p95Ms != null
                        && state.timed >= alert.minRuns()
                        && state.p95Ms > alert.maxP95DurationMs();
            case SILENCE -> alert.maxSilenceMs() != null && silentMs(source) > alert.maxSilenceMs();
        };
    }

    private long silentMs(KnownSource source) {
        Instant last = source.lastEventAt();
        return last == null ? 0 : now.toEpochMilli() - last.toEpochMilli();
    }

    private String sentence(Limit limit, KnownSource source, ServiceAlert alert, State state) {
        String where = source.serviceKey() + " in " + source.env();
        return switch (limit) {
            case SUCCESS ->
                Sentences.belowSuccess(
                        where, state.outcomes, alert.windowMs(), Objects.requireNonNull(alert.minSuccessRate()));
            case DURATION ->
                Sentences.aboveDuration(
                        where,
                        Math.round(Objects.requireNonNull(state.p95Ms)),
                        state.timed,
                        alert.windowMs(),
                        Objects.requireNonNull(alert.maxP95DurationMs()));
            case SILENCE ->
                Sentences.aboveSilence(where, silentMs(source), Objects.requireNonNull(alert.maxSilenceMs()));
        };
    }

    /** @param fares of every source, which the sparks are of */
    List<Attention> find(Map<Integer, Fare> fares) {
        List<Attention> found = new ArrayList<>();
        for (KnownSource source : sources.values()) {
            EndedSeries series =
                    Objects.requireNonNull(fares.get(source.source())).series();
            for (Limit limit : Limit.values()) {
                if (isBreached(limit, source)) {
                    found.add(attention(limit, source, series));
                }
            }
        }
        return found;
    }

    private Attention attention(Limit limit, KnownSource source, EndedSeries series) {
        ServiceAlert alert = Objects.requireNonNull(set.get(source.source()));
        State state = Objects.requireNonNull(states.get(source.source()));
        Where where = new Where(source.env(), source.serviceKey(), null, null);
        Instant from = RunRows.instant(ended(alert.windowMs()).from());
        boolean isSilence = limit == Limit.SILENCE;
        return Attention.ofAlert(
                limit,
                where,
                new Said(sentence(limit, source, alert, state), null),
                switch (limit) {
                    case SUCCESS -> state.outcomes.failed();
                    case DURATION -> state.timed;
                    case SILENCE -> 0;
                },
                isSilence ? Objects.requireNonNull(source.lastEventAt()) : from,
                new Spark(
                        series.from(),
                        series.length() / 1000,
                        limit == Limit.SUCCESS ? series.failures() : series.ends()),
                isSilence
                        ? where.href("/services")
                        : where.href(
                                "/runs",
                                "status",
                                limit == Limit.SUCCESS ? "failed" : "completed",
                                "basis",
                                "ended",
                                "from",
                                from.toString()));
    }
}
