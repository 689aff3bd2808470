package dev.weir.server.sql;

import static dev.weir.server.sql.Rows.average;
import static dev.weir.server.sql.Rows.has;
import static dev.weir.server.sql.Rows.percentile;

import dev.weir.core.run.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** The documents' figures, computed from rows of workflows and of steps that know the name of their workflow. */
final class Metrics {

    private Metrics() {}

    static Rows environments(Rows workflows) {
        return workflows.groupBy(
                List.of("env"),
                (row, group) -> row.with("total_workflows", group.count())
                        .with("running", group.count("running"))
                        .with("failed", group.count("failed")));
    }

    static Rows services(Rows workflows) {
        return workflows.groupBy(
                List.of("service_key", "env"),
                (row, group) -> row.with("total_workflows", group.count()).with("failed", group.count("failed")));
    }

    static Rows failures(Rows failed, List<String> by) {
        return failed.groupBy(
                by,
                (row, group) -> row.with("failure_count", group.count())
                        .with(
                                "unique_errors",
                                group.list().stream()
                                        .map(workflow -> workflow.get("error_message"))
                                        .filter(Objects::nonNull)
                                        .distinct()
                                        .count()));
    }

    static Rows completion(Rows workflows, List<String> by) {
        return workflows.groupBy(by, (row, group) -> {
            List<Long> durations = group.where(has("status", "completed")).sortedNumbers("duration_ms");
            row.with("completed", durations.size())
                    .with("failed", group.count("failed"))
                    .with("in_progress", inProgress(group))
                    .with("avg_duration_ms", average(durations))
                    .with("p95_duration_ms", percentile(0.95, durations));
        });
    }

    private static long inProgress(Rows workflows) {
        return workflows.count("running") + workflows.count("paused");
    }

    /** Only where there was a retry at all. */
    static Rows retries(Rows steps, List<String> by) {
        return steps.groupBy(by, (row, group) -> {
                    List<Long> retries = group.sortedNumbers("retry_count");
                    row.with("avg_retries", average(retries))
                            .with("max_retries", retries.get(retries.size() - 1))
                            .with(
                                    "workflows_with_retries",
                                    retries.stream().filter(n -> n > 0).count());
                })
                .where(has("max_retries", 0L).negate());
    }

    static Rows success(Rows workflows) {
        return workflows.groupBy(
                List.of("workflow_name", "env"),
                (row, group) -> row.with("total", group.count())
                        .with("completed", group.count("completed"))
                        .with("failed", group.count("failed"))
                        .with("success_rate", percent(group.count("completed"), group.count())));
    }

    private static BigDecimal percent(long part, long whole) {
        return BigDecimal.valueOf(100 * part).divide(BigDecimal.valueOf(whole), 2, RoundingMode.HALF_UP);
    }

    /** @param everSeen a row for each service and environment, again and again */
    static Rows health(Rows everSeen, Rows workflows) {
        return everSeen.groupBy(
                List.of("service_key"),
                (row, group) -> row.with("display_name", null)
                        .with(
                                "environments",
                                group.list().stream()
                                        .map(seen -> seen.get("env"))
                                        .distinct()
                                        .sorted()
                                        .toList())
                        .with("stats_by_env", statistics(workflows.where(has("service_key", row.get("service_key"))))));
    }

    private static Json statistics(Rows workflows) {
        Rows environments = workflows.groupBy(
                List.of("env"),
                (row, group) -> row.with(
                        "json",
                        "\"%s\":{\"total\":%d,\"completed\":%d,\"failed\":%d,\"running\":%d}"
                                .formatted(
                                        row.get("env"),
                                        group.count(),
                                        group.count("completed"),
                                        group.count("failed"),
                                        inProgress(group))));
        return environments.count() == 0
                ? null
                : new Json(environments.list().stream()
                        .map(row -> (String) row.get("json"))
                        .collect(Collectors.joining(",", "{", "}")));
    }
}
