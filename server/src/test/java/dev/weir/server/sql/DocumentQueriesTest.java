package dev.weir.server.sql;

import static dev.weir.server.sql.Rows.by;
import static dev.weir.server.sql.Rows.count;
import static dev.weir.server.sql.Rows.grouped;
import static dev.weir.server.sql.Rows.has;
import static dev.weir.server.sql.Rows.in;
import static dev.weir.server.sql.Rows.lately;
import static dev.weir.server.sql.Rows.latest;
import static dev.weir.server.sql.Rows.most;
import static dev.weir.server.sql.Rows.sorted;
import static dev.weir.server.sql.Rows.where;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunStatus;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every query of the monitoring documents, run unchanged, answers what follows from the pure fold of the same events. */
class DocumentQueriesTest {
    private static final int ALL = 1_000_000;
    private static final String[] LISTED = {
        "workflow_id",
        "workflow_name",
        "status",
        "started_at",
        "completed_at",
        "failed_at",
        "duration_ms",
        "error_message"
    };
    private static final String[] FAILED = {
        "workflow_id", "workflow_name", "error_message", "error_step_name", "failed_at", "completed_steps"
    };
    private static final String[] PLACE = {"env", "service_key"};

    private static EventServer server;
    private static List<Told> told;
    private static Folded folded;

    @BeforeAll
    static void start() {
        server = new EventServer();
        told = LatelyAndLongAgo.traffic();
        server.send(told);
        folded = Folded.of(told);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theTrafficHasSomethingForEveryQuery() {
        Set<Object> statuses = folded.workflows.stream()
                .filter(lately("started_at"))
                .map(row -> row.get("status"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(statuses).containsExactly("cancelled", "completed", "failed", "paused", "running");
        assertThat(folded.workflows.stream().map(row -> row.get("run_seq"))).contains(1L, 2L);
        assertThat(folded.sleeps).isNotEmpty();
        assertThat(folded.steps.stream().filter(row -> !row.get("retry_count").equals(0L)))
                .isNotEmpty();
    }

    @Test
    void selectors() {
        assertSorted(
                "monitoring-01-selector-environments",
                grouped(
                        recent(),
                        List.of("env"),
                        (row, group) -> row.with("total_workflows", group.size())
                                .with("running", count(group, "running"))
                                .with("failed", count(group, "failed"))),
                "env");
        assertSorted(
                "monitoring-01-selector-services",
                grouped(
                        recent(),
                        List.of(PLACE),
                        (row, group) ->
                                row.with("total_workflows", group.size()).with("failed", count(group, "failed"))),
                "service_key",
                "env");
    }

    @Test
    void list() {
        Instant yesterday = Instant.now().minus(24, ChronoUnit.HOURS);
        for (String env : Arrays.asList(null, "production", "nowhere")) {
            for (String service : Arrays.asList(null, "billing/eu")) {
                for (RunStatus status : Arrays.asList(null, RunStatus.FAILED, RunStatus.COMPLETED, RunStatus.PENDING)) {
                    assertList(env, service, status, null, null, ALL, 0);
                }
            }
        }
        assertList(null, null, null, "ship ✈", yesterday, ALL, 0);
        assertList("staging", null, RunStatus.PAUSED, "order", yesterday, ALL, 0);
        assertList(null, null, null, null, null, 7, 0);
        assertList(null, null, null, null, null, 10, 25);
        assertList("staging", null, null, null, null, 10, ALL);
    }

    private static void assertList(
            @Nullable String env,
            @Nullable String service,
            @Nullable RunStatus status,
            @Nullable String name,
            @Nullable Instant since,
            int limit,
            int offset) {
        String label = status == null ? null : status.label();
        List<Row> matching = folded.workflows.stream()
                .filter(row -> label == null || label.equals(row.get("status")))
                .filter(row -> name == null || name.equals(row.get("workflow_name")))
                .filter(row -> since == null || (row.get("started_at") instanceof Instant at && !at.isBefore(since)))
                .sorted(latest("started_at"))
                .toList();
        List<Row> here = matching.stream().filter(in(env, service)).toList();
        Answer.of(DocumentQuery.named("monitoring-02-list")
                        .run(server, env, service, label, name, since, limit, offset))
                .isPageOf(listed(here, true), limit, offset, "started_at");
        Answer.of(DocumentQuery.named("draft-01-list").run(server, label, name, since, limit, offset))
                .isPageOf(listed(matching, false), limit, offset, "started_at");
    }

    private static List<Row> listed(List<Row> rows, boolean withPlace) {
        return rows.stream()
                .map(row -> {
                    int steps = ((List<?>) row.get("completed_steps")).size();
                    Row listed = row.only(LISTED).with("steps_completed", steps == 0 ? null : Integer.valueOf(steps));
                    listed.putAll(withPlace ? row.only(PLACE) : new Row());
                    return listed;
                })
                .toList();
    }

    @Test
    void detail() {
        for (RunKey key : someKeys()) {
            Predicate<Row> ofKey = in(key.env(), key.serviceKey()).and(has("workflow_id", key.workflowId()));
            assertDetail(
                    "detail-workflow",
                    key,
                    folded.workflows.stream().filter(ofKey).toList());
            assertDetail(
                    "detail-steps",
                    key,
                    folded.steps.stream()
                            .filter(ofKey)
                            .sorted(Comparator.comparingLong(row -> (Long) row.get("execution_order")))
                            .map(row -> row.copy()
                                    .with("attempt_count", attemptsOf(row).size()))
                            .toList(),
                    "execution_order",
                    "created_at");
            assertDetail(
                    "detail-sleeps",
                    key,
                    folded.sleeps.stream()
                            .filter(ofKey)
                            .sorted(latest("started_at"))
                            .toList(),
                    "started_at");
        }
    }

    /** Workflow ids are unique in this traffic, so the first draft's queries find the same rows. */
    private static void assertDetail(String view, RunKey key, List<Row> expected, String... order) {
        for (List<Row> actual : List.of(
                DocumentQuery.named("monitoring-03-" + view).run(server, key.env(), key.serviceKey(), key.workflowId()),
                DocumentQuery.named("draft-02-" + view).run(server, key.workflowId()))) {
            Answer.of(actual).withoutUpdateTimes().isPageOf(expected, ALL, 0, order);
        }
    }

    @Test
    void step() {
        List<Row> some =
                folded.steps.stream().filter(row -> row.hashCode() % 5 == 0).toList();
        assertThat(some).hasSizeGreaterThan(50);
        for (Row step : some) {
            Object[] place = {step.get("env"), step.get("service_key"), step.get("workflow_id"), step.get("step_name")};
            Object[] draft = {step.get("workflow_id"), step.get("step_name")};
            List<Row> attempts = attemptsOf(step).stream()
                    .sorted(Comparator.comparingLong(row -> (Long) row.get("attempt_number")))
                    .toList();
            for (List<Row> actual : List.of(
                    DocumentQuery.named("monitoring-04-step").run(server, place),
                    DocumentQuery.named("draft-03-step").run(server, draft))) {
                Answer.of(actual).withoutUpdateTimes().isPageOf(List.of(step), ALL, 0);
            }
            for (List<Row> actual : List.of(
                    DocumentQuery.named("monitoring-04-step-attempts").run(server, place),
                    DocumentQuery.named("draft-03-step-attempts").run(server, draft))) {
                Answer.of(actual).isPageOf(attempts, ALL, 0, "attempt_number");
            }
        }
    }

    @Test
    void failures() {
        List<Row> failed = folded.workflows.stream()
                .filter(has("status", "failed"))
                .sorted(latest("failed_at"))
                .toList();
        assertThat(failed).hasSizeGreaterThan(50);
        for (String env : Arrays.asList(null, "staging")) {
            for (String service : Arrays.asList(null, "orders")) {
                List<Row> shown = failed.stream()
                        .filter(in(env, service))
                        .map(row -> row.only(joined(FAILED, PLACE)))
                        .toList();
                Answer.of(DocumentQuery.named("monitoring-05-failures-recent").run(server, env, service))
                        .isPageOf(shown, 50, 0, "failed_at");
            }
        }
        Answer.of(DocumentQuery.named("draft-04-failures-recent").run(server))
                .isPageOf(failed.stream().map(row -> row.only(FAILED)).toList(), 50, 0, "failed_at");

        List<Row> recent = where(failed, lately("failed_at"));
        Comparator<Row> mostFailures = most(Long.class, "failure_count");
        Answer.of(DocumentQuery.named("monitoring-05-failures-frequency").run(server))
                .isPageOf(
                        sorted(Metrics.failures(recent, "env", "service_key", "workflow_name"), mostFailures),
                        ALL,
                        0,
                        "failure_count");
        Answer.of(DocumentQuery.named("draft-04-failures-frequency").run(server))
                .isPageOf(sorted(Metrics.failures(recent, "workflow_name"), mostFailures), ALL, 0, "failure_count");
    }

    @Test
    void active() {
        Comparator<Row> order = Comparator.<Row>comparingInt(
                        row -> row.get("status").equals("running") ? 0 : 1)
                .thenComparing(latest("started_at"));
        List<Row> active = sorted(
                folded.workflows.stream()
                        .filter(has("status", "running").or(has("status", "paused")))
                        .map(row -> row.copy().with("activity_state", activity(row)))
                        .toList(),
                order);
        assertThat(active.stream().map(row -> row.get("activity_state"))).contains("active", "scheduled", "overdue");
        Answer.of(DocumentQuery.named("draft-05-active").run(server))
                .withoutUpdateTimes()
                .isPageOf(active, ALL, 0, "started_at");
        Comparator<Row> perEnvironment = Comparator.<Row, String>comparing(row -> (String) row.get("env"))
                .thenComparing(order);
        for (String env : Arrays.asList(null, "production")) {
            for (String service : Arrays.asList(null, "orders")) {
                Answer.of(DocumentQuery.named("monitoring-06-active").run(server, env, service))
                        .withoutUpdateTimes()
                        .isPageOf(
                                sorted(active.stream().filter(in(env, service)).toList(), perEnvironment),
                                ALL,
                                0,
                                "env",
                                "started_at");
            }
        }
    }

    private static String activity(Row workflow) {
        if (!workflow.get("status").equals("paused")) {
            return "active";
        }
        return workflow.get("resume_at") instanceof Instant at && !at.isAfter(Instant.now()) ? "overdue" : "scheduled";
    }

    @Test
    void timeline() {
        for (RunKey key : someKeys()) {
            List<Row> expected = told.stream()
                    .filter(event -> event.sent().key().equals(key))
                    .sorted(Comparator.comparingLong(
                            event -> event.sent().event().at()))
                    .map(DocumentQueriesTest::onTimeline)
                    .toList();
            Answer.of(DocumentQuery.named("monitoring-07-timeline")
                            .run(server, key.env(), key.serviceKey(), key.workflowId()))
                    .isPageOf(expected, ALL, 0, "event_timestamp");
            Answer.of(DocumentQuery.named("draft-06-timeline").run(server, key.workflowId()))
                    .isPageOf(
                            expected.stream()
                                    .map(row -> row.without("env").without("service_key"))
                                    .toList(),
                            ALL,
                            0,
                            "event_timestamp");
        }
    }

    private static Row onTimeline(Told event) {
        var e = event.sent().event();
        return new Row()
                .with("event_type", e.type().wireName())
                .with("event_timestamp", RunRows.instant(e.at()))
                .with("env", event.sent().key().env())
                .with("service_key", event.sent().key().serviceKey())
                .with("step_name", e.stepName())
                .with("attempt", e.attempt() == null ? null : e.attempt().toString())
                .with(
                        "duration_ms",
                        e.durationMs() == null ? null : e.durationMs().toString())
                .with("error_message", e.error() == null ? null : e.error().message());
    }

    @Test
    void completion() {
        assertSorted(
                "monitoring-08-metrics-completion",
                Metrics.completion(recent(), "env", "service_key", "workflow_name"),
                "env",
                "service_key",
                "workflow_name");
        assertSorted("draft-07-metrics-completion", Metrics.completion(recent(), "workflow_name"));
        assertSorted(
                "monitoring-08-metrics-environments",
                Metrics.success(recent(), "workflow_name", "env"),
                "workflow_name",
                "env");
    }

    @Test
    void retries() {
        List<Row> steps = new ArrayList<>();
        for (Row workflow : recent()) {
            where(folded.steps, has("workflow_id", workflow.get("workflow_id")))
                    .forEach(step -> steps.add(step.copy().with("workflow_name", workflow.get("workflow_name"))));
        }
        Comparator<Row> mostRetries = most(BigDecimal.class, "avg_retries");
        Answer.of(DocumentQuery.named("monitoring-08-metrics-retries").run(server))
                .isPageOf(
                        sorted(Metrics.retries(steps, "env", "service_key", "workflow_name", "step_name"), mostRetries),
                        ALL,
                        0,
                        "avg_retries");
        List<Row> expected = sorted(Metrics.retries(steps, "workflow_name", "step_name"), mostRetries);
        Answer.of(DocumentQuery.named("draft-07-metrics-retries").run(server))
                .isPageOf(expected, ALL, 0, "avg_retries");
        assertThat(expected).hasSizeGreaterThan(5);
    }

    @Test
    void serviceHealth() {
        Map<String, Set<String>> services = new TreeMap<>();
        told.forEach(event -> services.computeIfAbsent(event.sent().key().serviceKey(), service -> new TreeSet<>())
                .add(event.sent().key().env()));
        List<Row> expected = new ArrayList<>();
        services.forEach((service, environments) -> expected.add(new Row()
                .with("service_key", service)
                .with("display_name", null)
                .with("environments", List.copyOf(environments))
                .with("stats_by_env", Metrics.health(recent(), service))));
        assertSorted("monitoring-09-service-health", expected, "service_key");
        assertThat(expected).filteredOn(row -> row.get("stats_by_env") == null).hasSize(1);
    }

    @Test
    void withTheirValuesTypedInTheyAnswerTheSame() {
        RunKey key = someKeys().get(0);
        String step = (String) folded.steps.stream()
                .filter(has("workflow_id", key.workflowId()))
                .findFirst()
                .orElseThrow()
                .get("step_name");
        Object[] place = {key.env(), key.serviceKey(), key.workflowId(), step};
        Map<String, Object[]> values = Map.of(
                "monitoring-02-list", new Object[] {"production", null, "completed", null, Instant.EPOCH, ALL, 0},
                "draft-01-list", new Object[] {null, "order", null, ALL, 0});
        for (String query : DocumentQuery.names()) {
            Object[] given = values.getOrDefault(
                    query,
                    Arrays.copyOfRange(
                            query.startsWith("draft") ? new Object[] {key.workflowId(), step} : place,
                            0,
                            DocumentQuery.named(query).parameters()));
            List<Row> prepared = DocumentQuery.named(query).run(server, given);
            Row.assertSame(query, DocumentQuery.named(query).runTyped(server, given), prepared);
        }
        assertThat(DocumentQuery.names()).hasSize(28);
    }

    private static void assertSorted(String query, List<Row> expected, String... columns) {
        assertThat(expected).isNotEmpty();
        Answer.of(DocumentQuery.named(query).run(server)).isPageOf(sorted(expected, by(columns)), ALL, 0, columns);
    }

    private static List<Row> recent() {
        return folded.workflows.stream().filter(lately("started_at")).toList();
    }

    private static List<Row> attemptsOf(Row step) {
        return folded.attempts.stream()
                .filter(row -> Stream.of("env", "service_key", "workflow_id", "step_name")
                        .allMatch(column -> step.get(column).equals(row.get(column))))
                .toList();
    }

    private static List<RunKey> someKeys() {
        return told.stream()
                .map(event -> event.sent().key())
                .distinct()
                .limit(40)
                .toList();
    }

    private static String[] joined(String[] a, String[] b) {
        return Stream.concat(Arrays.stream(a), Arrays.stream(b)).toArray(String[]::new);
    }
}
