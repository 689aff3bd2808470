package dev.weir.server.query.insight;

import dev.weir.core.insight.Outcomes;
import dev.weir.core.insight.Sentences;
import dev.weir.core.insight.Verdict;
import dev.weir.core.run.Health;
import dev.weir.core.run.Phrases;
import dev.weir.server.access.Scope;
import dev.weir.server.query.CutRange;
import dev.weir.server.query.Micros;
import dev.weir.server.query.Utf8Order;
import dev.weir.server.query.insight.Attention.Kind;
import dev.weir.server.query.insight.Attention.Said;
import dev.weir.server.query.insight.Attention.Spark;
import dev.weir.server.query.insight.Attention.Where;
import dev.weir.server.query.insight.RunPercentiles.Figure;
import dev.weir.server.query.run.ActiveEnvironment;
import dev.weir.server.query.run.FilteredRuns;
import dev.weir.server.query.run.OpenRun;
import dev.weir.server.query.run.RunItems;
import dev.weir.store.RunDurations.Name;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Puts the first page together, from one moment of the database. */
final class OverviewReader {
    private static final int MOST_BUCKETS = 56; // half hours of a day, three hours of a week, days of a month
    private static final int MOST_TICKS = 48;

    /**
     * @param sentence whether there is anything to do
     * @param detail which environments do not fare as usual, and how it went as a whole
     */
    record Overview(
            Instant asOf,
            String sentence,
            String detail,
            List<Attention> attention,
            List<EnvironmentCard> environments,
            List<ServiceRow> services) {}

    record Series(Instant from, long bucketMs, List<EndedSeries.Bucket> buckets) {}

    /**
     * @param since when more failed than usual, up to the end of the range
     * @param ended in the range; running to queued are of now
     */
    record EnvironmentCard(
            String env,
            Verdict verdict,
            @Nullable Instant since,
            String sentence,
            long ended,
            @Nullable Double successRate,
            @Nullable Double usualSuccessRate,
            Series series,
            long running,
            long retrying,
            long overdue,
            long stuck,
            long sleeping,
            long queued,
            @Nullable Double p95DurationMs,
            @Nullable Double usualP95DurationMs,
            boolean approximate) {}

    record ServiceRow(
            String serviceKey,
            @Nullable String displayName,
            @Nullable String description,
            @Nullable Instant lastEventAt,
            @Nullable Long usualGapMs,
            boolean silent,
            List<ServiceCell> cells) {}

    /** @param hours or longer, see {@code bucketMs} */
    record ServiceCell(
            String env,
            Verdict verdict,
            long ended,
            @Nullable Double successRate,
            @Nullable Double usualSuccessRate,
            long bucketMs,
            List<EndedSeries.Bucket> hours,
            @Nullable Instant lastEventAt,
            @Nullable Long usualGapMs,
            boolean silent) {}

    private final Connection connection;
    private final Scope scope;
    private final MetricFilter filter;
    private final Habits habits;
    private final Instant now;
    private final Map<Integer, KnownSource> sources = new LinkedHashMap<>();
    private final long length; // of a bucket
    private final Silences silences;
    private final Map<Integer, Fare> fares;

    /** The connection must be in a transaction that sees one moment. */
    OverviewReader(Connection connection, Scope scope, MetricFilter filter, Habits habits, Instant now)
            throws SQLException {
        this.connection = connection;
        this.scope = scope;
        this.filter = filter;
        this.habits = habits;
        this.now = now;
        List<KnownSource> known = KnownSource.of(connection, scope, filter.envs(), filter.services());
        known.forEach(source -> sources.put(source.source(), source));
        silences = habits.silences(connection, known, now);
        UsualRuns usual = habits.withDurations(connection, sources.keySet(), filter);
        length = EndedSeries.length(filter.from(), filter.to(), MOST_BUCKETS);
        fares = Fare.of(connection, known, filter, length, usual, silences);
    }

    Overview read(FilteredRuns filtered, RunItems items) throws SQLException {
        List<OpenRun> open = filtered.open(connection, scope, filter.envs(), filter.services());
        Map<UUID, Health> healths = items.healths(connection, open);
        List<Attention> attention = attention(new LateRuns(open, healths, items.usual(connection, open), micros()));
        List<EnvironmentCard> environments = environments(ActiveEnvironment.of(open, healths));
        long needed =
                attention.stream().filter(one -> one.kind().needsSomebody()).count();
        return new Overview(
                now,
                Sentences.overview(needed, attention.size() - needed),
                detail(environments),
                attention,
                environments,
                services());
    }

    private long micros() {
        return Micros.of(now);
    }

    /** About now, whatever the range. */
    private List<Attention> attention(LateRuns late) throws SQLException {
        List<Attention> found = new ArrayList<>(late.find());
        found.addAll(new UnusualRuns(connection, sources, habits, micros()).find());
        found.addAll(new LateStages(connection, sources, micros()).find());
        for (Attention burning : new BurningSessions(connection, sources, micros()).find()) {
            if (found.stream().noneMatch(one -> one.kind() == Kind.FAILING && isSamePlace(one, burning))) {
                found.add(burning); // sessions are runs, and what is broken is not said twice
            }
        }
        ServiceAlerts alerts = ServiceAlerts.of(connection, sources.values(), now);
        found.addAll(alerts.find(fares));
        sources.values().stream()
                .filter(source -> silences.isSilent(source) && !alerts.isBreached(ServiceAlerts.Limit.SILENCE, source))
                .forEach(source -> found.add(silent(source)));
        found.sort(Attention.WORST_FIRST);
        return found;
    }

    private static boolean isSamePlace(Attention a, Attention b) {
        return a.env().equals(b.env()) && a.serviceKey().equals(b.serviceKey());
    }

    private Attention silent(KnownSource source) {
        Where where = new Where(source.env(), source.serviceKey(), null, null);
        EndedSeries series = Objects.requireNonNull(fares.get(source.source())).series();
        long gap = Objects.requireNonNullElse(silences.usualGapMs(source), 0L);
        return Attention.of(
                Kind.SILENT,
                where,
                new Said(Sentences.silent(source.serviceKey(), silences.silentMs(source), gap), null),
                0,
                Objects.requireNonNull(source.lastEventAt()),
                new Spark(series.from(), series.length() / 1000, series.ends()),
                where.href("/services"));
    }

    private List<EnvironmentCard> environments(List<ActiveEnvironment> active) throws SQLException {
        Map<String, ActiveEnvironment> open =
                active.stream().collect(Collectors.toMap(ActiveEnvironment::env, one -> one));
        Map<String, List<KnownSource>> byEnv = new TreeMap<>(Utf8Order::compare);
        sources.values()
                .forEach(source -> byEnv.computeIfAbsent(source.env(), env -> new ArrayList<>())
                        .add(source));
        Map<String, Percentiles> percentiles = percentiles(List.copyOf(byEnv.keySet()));
        List<EnvironmentCard> cards = new ArrayList<>();
        byEnv.forEach((env, members) -> cards.add(card(
                env,
                Fare.sum(
                        filter,
                        length,
                        members.stream()
                                .map(source -> Objects.requireNonNull(fares.get(source.source())))
                                .toList()),
                open.getOrDefault(env, new ActiveEnvironment(env, 0, 0, 0, 0, 0, 0, 0, null)),
                Objects.requireNonNull(percentiles.get(env)))));
        return cards;
    }

    private Map<String, Percentiles> percentiles(List<String> envs) throws SQLException {
        Map<Name, RunSums> sums = new CountedRuns(connection, sources.keySet(), filter).byName();
        List<Figure> figures = new ArrayList<>();
        for (String env : envs) {
            Map<Name, RunSums> own = new HashMap<>();
            sums.forEach((name, some) -> {
                if (env(name).equals(env)) {
                    own.put(name, some);
                }
            });
            figures.add(Figure.of(filter.from(), filter.to(), own));
        }
        List<Percentiles> found = new RunPercentiles(connection, filter, RunPercentiles.MOST_EXACT).p95(figures);
        Map<String, Percentiles> byEnv = new HashMap<>();
        for (int i = 0; i < envs.size(); i++) {
            byEnv.put(envs.get(i), found.get(i));
        }
        return byEnv;
    }

    private String env(Name name) {
        return Objects.requireNonNull(sources.get(name.source())).env();
    }

    private EnvironmentCard card(String env, Fare fare, ActiveEnvironment open, Percentiles percentiles) {
        Outcomes outcomes = fare.outcomes();
        Verdict verdict = fare.verdict();
        return new EnvironmentCard(
                env,
                verdict,
                verdict == Verdict.DEGRADED || verdict == Verdict.FAILING ? fare.since() : null,
                Sentences.verdict(env, verdict, outcomes, fare.usualRate()),
                fare.series().ended(),
                outcomes.successRate(),
                fare.usual().successRate(),
                new Series(fare.series().from(), fare.series().length() / 1000, fare.buckets()),
                open.running(),
                open.retrying(),
                open.overdue(),
                open.stalled(),
                open.sleeping(),
                open.queued(),
                percentiles.p95Ms(),
                fare.usual().durations().percentile(0.95),
                percentiles.approximate());
    }

    private String detail(List<EnvironmentCard> environments) {
        List<String> sentences = new ArrayList<>();
        for (EnvironmentCard card : environments) {
            Long since = card.since() == null ? null : Long.valueOf(Micros.of(card.since()));
            String standing = Sentences.standing(card.env(), card.verdict(), since, micros());
            if (standing != null) {
                sentences.add(standing);
            }
        }
        Fare all = Fare.sum(filter, length, fares.values());
        String range = Phrases.duration((filter.to() - filter.from()) / 1000);
        sentences.add(Sentences.overall(all.outcomes(), all.usualRate(), range));
        return String.join(" ", sentences);
    }

    private List<ServiceRow> services() {
        Map<String, List<KnownSource>> byKey = new TreeMap<>(Utf8Order::compare);
        sources.values()
                .forEach(source -> byKey.computeIfAbsent(source.serviceKey(), key -> new ArrayList<>())
                        .add(source));
        List<ServiceRow> rows = new ArrayList<>();
        byKey.values().forEach(members -> rows.add(row(members)));
        return rows;
    }

    private ServiceRow row(List<KnownSource> members) {
        KnownSource any = members.get(0);
        Instant last = null;
        Long gap = null;
        for (KnownSource source : members) {
            last = KnownSource.later(last, source.lastEventAt());
            Long own = silences.usualGapMs(source);
            gap = gap == null || own != null && own < gap ? own : gap;
        }
        return new ServiceRow(
                any.serviceKey(),
                any.displayName(),
                any.description(),
                last,
                gap,
                members.stream().anyMatch(silences::isSilent),
                members.stream().map(this::cell).toList());
    }

    private ServiceCell cell(KnownSource source) {
        Fare fare = Objects.requireNonNull(fares.get(source.source()));
        long ticks = Math.max(
                Math.max(CutRange.HOUR, EndedSeries.length(filter.from(), filter.to(), MOST_TICKS)),
                fare.series().length());
        EndedSeries hours = new EndedSeries(filter.from(), filter.to(), ticks).add(fare.series());
        return new ServiceCell(
                source.env(),
                fare.verdict(),
                fare.series().ended(),
                fare.outcomes().successRate(),
                fare.usual().successRate(),
                ticks / 1000,
                hours.buckets(fare.usualRate()),
                source.lastEventAt(),
                silences.usualGapMs(source),
                silences.isSilent(source));
    }
}
