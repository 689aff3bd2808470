package dev.weir.server.query.insight;

import dev.weir.core.insight.Verdict;
import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.server.query.CutRange;
import dev.weir.server.query.Edits;
import dev.weir.server.query.OneMoment;
import dev.weir.server.query.Page;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.Takes;
import dev.weir.server.query.Utf8Order;
import dev.weir.store.RunDurations.Name;
import dev.weir.store.ServiceAlert;
import dev.weir.store.ServiceDescription;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The services that have been heard of, how each fared in its environments, and what people call them. */
@RestController
final class ServicesEndpoint {
    private static final int MOST_BUCKETS = 48;

    private final OneMoment moment;
    private final Edits edits;
    private final Habits habits;
    private final Clock clock;

    ServicesEndpoint(DataSource reader, Edits edits, Habits habits, Clock clock) {
        moment = new OneMoment(reader, "runs");
        this.edits = edits;
        this.habits = habits;
        this.clock = clock;
    }

    record Service(
            String serviceKey,
            @Nullable String displayName,
            @Nullable String description,
            List<ServiceEnvironment> environments,
            @Nullable Instant lastEventAt) {}

    /**
     * @param counts of all times
     * @param total with completed, failed, cancelled and in progress: of the runs that started in the range
     * @param ended in the range, and of these all that follows
     * @param hours or longer, where a range has too many
     * @param alert what people want to be told of, and whether it is so now, whatever the range
     */
    record ServiceEnvironment(
            String env,
            StatusCounts counts,
            @Nullable Instant lastEventAt,
            long total,
            long completed,
            long failed,
            long cancelled,
            long inProgress,
            long ended,
            @Nullable Double successRate,
            @Nullable Double usualSuccessRate,
            Verdict verdict,
            long bucketMs,
            List<EndedSeries.Bucket> hours,
            @Nullable Long usualGapMs,
            boolean silent,
            ServiceAlerts.@Nullable Alert alert) {}

    /** All of them: a page is never needed. */
    @GetMapping("/api/v1/services")
    @Takes({
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.FROM,
        Parameter.TO,
        Parameter.RUNS,
        Parameter.LIMIT,
        Parameter.CURSOR
    })
    Page<Service> services(Scope scope, Parameters parameters) throws SQLException {
        MetricFilter filter = MetricFilter.of(parameters, clock.instant());
        return moment.answer(connection -> new Page<>(services(connection, scope, filter), null));
    }

    @GetMapping("/api/v1/services/{key}")
    @Takes({Parameter.ENV, Parameter.FROM, Parameter.TO, Parameter.RUNS})
    Service service(Scope scope, @PathVariable String key, Parameters parameters) throws SQLException {
        MetricFilter filter = MetricFilter.of(parameters, clock.instant()).ofService(key);
        return moment.answer(connection -> only(services(connection, scope, filter), key));
    }

    /** What people say of a service is theirs: nothing derives it, and no rebuild touches it. */
    @PatchMapping("/api/v1/services/{key}")
    Service edit(Scope scope, @PathVariable String key, @RequestBody Map<String, @Nullable Object> changes)
            throws SQLException {
        MetricFilter filter = MetricFilter.lastDay(clock.instant()).ofService(key);
        return edits.make(connection -> {
            only(services(connection, scope, filter), key); // refuses what one may not see
            ServiceDescription before = ServiceDescription.lock(connection, scope.org(), key);
            new ServiceEdit(changes).of(before).save(connection, scope.org(), key);
            return only(services(connection, scope, filter), key);
        });
    }

    /** What people want to be told of a service in an environment; the whole of it, as there is little of it. */
    @PutMapping("/api/v1/services/{key}/alerts")
    @Takes(Parameter.ENV)
    Service setAlert(
            Scope scope,
            @PathVariable String key,
            Parameters parameters,
            @RequestBody Map<String, @Nullable Object> fields)
            throws SQLException {
        ServiceAlert alert = new AlertDraft(fields).alert();
        return changeAlerts(scope, key, parameters, (connection, env) -> alert.save(connection, scope.org(), key, env));
    }

    @DeleteMapping("/api/v1/services/{key}/alerts")
    @Takes(Parameter.ENV)
    Service removeAlert(Scope scope, @PathVariable String key, Parameters parameters) throws SQLException {
        return changeAlerts(
                scope, key, parameters, (connection, env) -> ServiceAlert.remove(connection, scope.org(), key, env));
    }

    private interface AlertChange {
        void make(Connection connection, String env) throws SQLException;
    }

    private Service changeAlerts(Scope scope, String key, Parameters parameters, AlertChange change)
            throws SQLException {
        Set<String> envs = parameters.texts(Parameter.ENV);
        if (envs.size() != 1) {
            throw new Problem(
                    HttpStatus.BAD_REQUEST, "bad_value", "An alert is of one environment: name it with 'env'.");
        }
        String env = envs.iterator().next();
        MetricFilter filter = MetricFilter.lastDay(clock.instant()).ofService(key);
        return edits.make(connection -> {
            Service before = only(services(connection, scope, filter), key); // refuses what one may not see
            if (before.environments().stream().noneMatch(one -> one.env().equals(env))) {
                throw new Problem(
                        HttpStatus.NOT_FOUND,
                        "unknown_environment",
                        "There is no service " + key + " in " + env + " in what you may see.");
            }
            change.make(connection, env);
            return only(services(connection, scope, filter), key);
        });
    }

    private static Service only(List<Service> services, String key) {
        return services.stream()
                .filter(service -> service.serviceKey().equals(key))
                .findFirst()
                .orElseThrow(() -> new Problem(
                        HttpStatus.NOT_FOUND,
                        "unknown_service",
                        "There is no service " + key + " in what you may see."));
    }

    private List<Service> services(Connection connection, Scope scope, MetricFilter filter) throws SQLException {
        List<KnownSource> sources = KnownSource.of(connection, scope, filter.envs(), filter.services());
        Set<Integer> numbers = sources.stream().map(KnownSource::source).collect(Collectors.toSet());
        long length = Math.max(CutRange.HOUR, EndedSeries.length(filter.from(), filter.to(), MOST_BUCKETS));
        Silences silences = habits.silences(connection, sources, clock.instant());
        UsualRuns usual = habits.rates(connection, numbers, filter.byEnd(true));
        Map<Integer, Fare> fares = Fare.of(connection, sources, filter, length, usual, silences);
        Map<Integer, RunSums> started = started(connection, numbers, filter);
        ServiceAlerts alerts = ServiceAlerts.of(connection, sources, clock.instant());
        Map<String, List<ServiceEnvironment>> environments = new TreeMap<>(Utf8Order::compare);
        Map<String, KnownSource> any = new HashMap<>();
        for (KnownSource source : sources) {
            Fare fare = Objects.requireNonNull(fares.get(source.source()));
            RunSums sums = started.getOrDefault(source.source(), new RunSums());
            environments
                    .computeIfAbsent(source.serviceKey(), key -> new ArrayList<>())
                    .add(environment(source, sums, fare, silences, alerts.of(source)));
            any.put(source.serviceKey(), source);
        }
        List<Service> services = new ArrayList<>();
        environments.forEach((key, some) -> services.add(service(Objects.requireNonNull(any.get(key)), some)));
        return services;
    }

    private static Map<Integer, RunSums> started(Connection connection, Set<Integer> sources, MetricFilter filter)
            throws SQLException {
        Map<Name, RunSums> byName = new CountedRuns(connection, sources, filter).byName();
        Map<Integer, RunSums> bySource = new HashMap<>();
        byName.forEach((name, sums) ->
                bySource.computeIfAbsent(name.source(), source -> new RunSums()).add(sums));
        return bySource;
    }

    private static ServiceEnvironment environment(
            KnownSource source, RunSums started, Fare fare, Silences silences, ServiceAlerts.@Nullable Alert alert) {
        return new ServiceEnvironment(
                source.env(),
                source.counts(),
                source.lastEventAt(),
                started.runs,
                started.completed,
                started.failed,
                started.cancelled,
                started.inProgress(),
                fare.series().ended(),
                fare.outcomes().successRate(),
                fare.usual().successRate(),
                fare.verdict(),
                fare.series().length() / 1000,
                fare.buckets(),
                silences.usualGapMs(source),
                silences.isSilent(source),
                alert);
    }

    private static Service service(KnownSource any, List<ServiceEnvironment> environments) {
        Instant last = null;
        for (ServiceEnvironment environment : environments) {
            last = KnownSource.later(last, environment.lastEventAt());
        }
        return new Service(any.serviceKey(), any.displayName(), any.description(), environments, last);
    }
}
