package dev.weir.server.sql;

import static dev.weir.server.sql.Rows.average;
import static dev.weir.server.sql.Rows.count;
import static dev.weir.server.sql.Rows.grouped;
import static dev.weir.server.sql.Rows.has;
import static dev.weir.server.sql.Rows.in;
import static dev.weir.server.sql.Rows.percentile;
import static dev.weir.server.sql.Rows.where;

import dev.weir.core.run.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documents' figures, computed from rows of workflows and of steps that know the name of their workflow. */
final class Metrics {

    private Metrics() {}

    static List<Row> completion(List<Row> workflows, String... by) {
        return grouped(workflows, List.of(by), (row, group) -> {
            List<Long> durations = where(group, has("status", "completed")).stream()
                    .map(workflow -> (Long) workflow.get("duration_ms"))
                    .sorted()
                    .toList();
            row.with("completed", durations.size())
                    .with("failed", count(group, "failed"))
                    .with("in_progress", count(group, "running") + count(group, "paused"))
                    .with("avg_duration_ms", average(durations))
                    .with("p95_duration_ms", percentile(0.95, durations));
        });
    }

    static List<Row> success(List<Row> workflows, String... by) {
        return grouped(
                workflows,
                List.of(by),
                (row, group) -> row.with("total", group.size())
                        .with("completed", count(group, "completed"))
                        .with("failed", count(group, "failed"))
                        .with("success_rate", percent(count(group, "completed"), group.size())));
    }

    private static BigDecimal percent(long part, long whole) {
        return BigDecimal.valueOf(100 * part)
                .divide(BigDecimal.valueOf(whole), 20, RoundingMode.HALF_UP)
                .setScale(2, RoundingMode.HALF_UP);
    }

    static List<Row> failures(List<Row> failed, String... by) {
        return grouped(
                failed,
                List.of(by),
                (row, group) -> row.with("failure_count", group.size())
                        .with(
                                "unique_errors",
                                group.stream()
                                        .map(workflow -> workflow.get("error_message"))
                                        .filter(message -> message != null)
                                        .distinct()
                                        .count()));
    }

    /** Of the steps that were ever tried again. */
    static List<Row> retries(List<Row> steps, String... by) {
        List<Row> all = grouped(steps, List.of(by), (row, group) -> {
            List<Long> retries = group.stream()
                    .map(step -> (Long) step.get("retry_count"))
                    .sorted()
                    .toList();
            row.with("avg_retries", average(retries))
                    .with("max_retries", retries.get(retries.size() - 1))
                    .with(
                            "workflows_with_retries",
                            retries.stream().filter(n -> n > 0).count());
        });
        return where(all, has("max_retries", 0L).negate());
    }

    static @Nullable Json health(List<Row> workflows, String service) {
        List<String> environments = grouped(
                        where(workflows, in(null, service)),
                        List.of("env"),
                        (row, group) -> row.with(
                                "json",
                                "\"%s\":{\"total\":%d,\"completed\":%d,\"failed\":%d,\"running\":%d}"
                                        .formatted(
                                                row.get("env"),
                                                group.size(),
                                                count(group, "completed"),
                                                count(group, "failed"),
                                                count(group, "running") + count(group, "paused"))))
                .stream()
                .map(row -> (String) row.get("json"))
                .toList();
        return environments.isEmpty() ? null : new Json("{" + String.join(",", environments) + "}");
    }
}
