package dev.weir.server.query.signal;

import dev.weir.server.access.Scope;
import dev.weir.server.query.OneMoment;
import dev.weir.server.query.Page;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.RankedBuckets;
import dev.weir.server.query.Takes;
import dev.weir.server.query.signal.TtfsFigures.Key;
import dev.weir.server.query.signal.TtfsGroup.Times;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.UUID;
import java.util.function.BiFunction;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * How fast first signals came to people, as {@code scheduler.ttfs_hourly_summary}, {@code ttfs_daily_summary} and
 * {@code ttfs_slo_breaches} tell it, with their columns, but for one organisation, for any range, and with times of
 * {@code signal.rendered} alone: the first two views mix them with those of signals that were never shown.
 */
@RestController
final class TtfsEndpoint {
    private final OneMoment moment;
    private final Clock clock;

    TtfsEndpoint(DataSource database, Clock clock) {
        moment = new OneMoment(database, "telemetry");
        this.clock = clock;
    }

    /** @param totalSignals that were shown: what the times and percentages are of */
    record Hour(
            Instant hour,
            String surface,
            boolean cacheHit,
            long eventCount,
            long totalSignals,
            @Nullable Double avgMs,
            @Nullable Double p50Ms,
            @Nullable Double p95Ms,
            @Nullable Double p99Ms,
            @Nullable Long minMs,
            @Nullable Long maxMs,
            long overP50Slo,
            long overP95Slo,
            @Nullable Double p50CompliancePct,
            @Nullable Double p95CompliancePct,
            boolean approximate) {

        static Hour of(Key key, TtfsGroup group) {
            Times times = group.times();
            return new Hour(
                    key.at(),
                    key.surface(),
                    Boolean.TRUE.equals(key.cacheHit()),
                    group.events,
                    group.signals,
                    group.avgMs(),
                    times.p50Ms(),
                    times.p95Ms(),
                    times.p99Ms(),
                    times.minMs(),
                    times.maxMs(),
                    group.overP50,
                    group.overP95,
                    group.compliancePct(group.overP50),
                    group.compliancePct(group.overP95),
                    times.approximate());
        }
    }

    /** @param cacheHitRate of all events, as the view has it */
    record Day(
            Instant day,
            UUID tenantId,
            String surface,
            long eventCount,
            long totalSignals,
            @Nullable Double avgMs,
            @Nullable Double p50Ms,
            @Nullable Double p95Ms,
            @Nullable Double cacheHitRate,
            long errorCount,
            @Nullable Double p50CompliancePct,
            @Nullable Double p95CompliancePct,
            boolean approximate) {

        static Day of(UUID tenant, Key key, TtfsGroup group) {
            Times times = group.times();
            return new Day(
                    key.at(),
                    tenant,
                    key.surface(),
                    group.events,
                    group.signals,
                    group.avgMs(),
                    times.p50Ms(),
                    times.p95Ms(),
                    group.cacheHitRate(),
                    group.errors,
                    group.compliancePct(group.overP50),
                    group.compliancePct(group.overP95),
                    times.approximate());
        }
    }

    record Breaches(
            Instant hour,
            UUID tenantId,
            String surface,
            long totalSignals,
            long p50Breaches,
            long p95Breaches,
            @Nullable Double p50CompliancePct,
            @Nullable Double p95CompliancePct) {

        static Breaches of(UUID tenant, Key key, TtfsGroup group) {
            return new Breaches(
                    key.at(),
                    tenant,
                    key.surface(),
                    group.signals,
                    group.overP50,
                    group.overP95,
                    group.compliancePct(group.overP50),
                    group.compliancePct(group.overP95));
        }
    }

    @GetMapping("/api/v1/ttfs/hourly")
    @Takes({Parameter.FROM, Parameter.TO, Parameter.SURFACE, Parameter.CACHE_HIT})
    Page<Hour> hourly(Scope scope, Parameters parameters) throws SQLException {
        return moment.answer(connection ->
                page(figures(connection, scope, parameters, TtfsGrouping.HOURLY).countsAndTimes(), Hour::of));
    }

    @GetMapping("/api/v1/ttfs/daily")
    @Takes({Parameter.FROM, Parameter.TO, Parameter.SURFACE, Parameter.CACHE_HIT})
    Page<Day> daily(Scope scope, Parameters parameters) throws SQLException {
        return moment.answer(connection -> page(
                figures(connection, scope, parameters, TtfsGrouping.DAILY).countsAndTimes(),
                (key, group) -> Day.of(scope.org(), key, group)));
    }

    /** As in the view, every hour in which a signal was shown is there, also one without a breach. */
    @GetMapping("/api/v1/ttfs/breaches")
    @Takes({Parameter.FROM, Parameter.TO, Parameter.SURFACE, Parameter.CACHE_HIT})
    Page<Breaches> breaches(Scope scope, Parameters parameters) throws SQLException {
        return moment.answer(connection -> {
            SortedMap<Key, TtfsGroup> groups = figures(connection, scope, parameters, TtfsGrouping.BREACHES)
                    .counts();
            groups.values().removeIf(group -> group.signals == 0);
            return page(groups, (key, group) -> Breaches.of(scope.org(), key, group));
        });
    }

    private TtfsFigures figures(Connection connection, Scope scope, Parameters parameters, TtfsGrouping grouping) {
        TtfsFilter filter = TtfsFilter.of(scope.org(), parameters, clock.instant(), grouping.span);
        return new TtfsFigures(connection, filter, grouping, RankedBuckets.MOST_EXACT);
    }

    private static <T> Page<T> page(SortedMap<Key, TtfsGroup> groups, BiFunction<Key, TtfsGroup, T> item) {
        List<T> items = groups.entrySet().stream()
                .map(group -> item.apply(group.getKey(), group.getValue()))
                .toList();
        return new Page<>(items, null);
    }
}
