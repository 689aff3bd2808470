package dev.weir.server.sql;

import static dev.weir.server.sql.Rows.has;

import dev.weir.core.run.RunRows;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** For each query of a document several values, and what it must answer according to the pure fold of the events. */
final class Questions {
    private static final int ALL = 1_000_000;
    private static final String[] LISTED = {
        "workflow_id",
        "workflow_name",
        "status",
        "started_at",
        "completed_at",
        "failed_at",
        "duration_ms",
        "steps_completed",
        "error_message"
    };
    private static final String[] FAILURE = {
        "workflow_id", "workflow_name", "error_message", "error_step_name", "failed_at", "completed_steps"
    };
    private static final String[] MOMENT = {
        "event_type", "event_timestamp", "step_name", "attempt", "duration_ms", "error_message"
    };

    /** The columns by which a document tells workflows of the same id apart. */
    private final List<String> place;

    private final List<String> workflow;
    private final List<String> step;
    private final List<String> name;

    private final Instant now = Instant.now();
    private final Instant yesterday = now.minus(24, ChronoUnit.HOURS).truncatedTo(ChronoUnit.MICROS);
    private final Rows workflows;
    private final Rows steps;
    private final Rows attempts;
    private final Rows sleeps;
    private final Rows events;
    private final Rows recent;

    private Questions(List<Told> told, String... place) {
        this.place = List.of(place);
        workflow = placeAnd("workflow_id");
        step = placeAnd("workflow_id", "step_name");
        name = placeAnd("workflow_name");
        Folded folded = Folded.of(told);
        workflows = new Rows(folded.workflows);
        steps = new Rows(folded.steps);
        attempts = new Rows(folded.attempts);
        sleeps = new Rows(folded.sleeps);
        events = new Rows(told.stream().map(Questions::logged).toList());
        recent = workflows.where(since("started_at", yesterday));
    }

    static Questions ofTheDocument(List<Told> told) {
        return new Questions(told, "env", "service_key");
    }

    /** It knows no environments and takes a workflow id for unique. */
    static Questions ofTheFirstDraft(List<Told> told) {
        return new Questions(told);
    }

    List<Question> about(String view) {
        return switch (view) {
            case "selector-environments" -> one(Metrics.environments(recent), "env");
            case "selector-services" -> one(Metrics.services(recent), "service_key", "env");
            case "list" -> lists();
            case "detail-workflow" -> ofSome(workflows, workflow, workflows::where);
            case "detail-steps" -> ofSome(workflows, workflow, this::countedSteps, "execution_order", "created_at");
            case "detail-sleeps" -> ofSome(workflows, workflow, sleeps::where, "started_at DESC");
            case "step" -> ofSome(steps, step, steps::where);
            case "step-attempts" -> ofSome(steps, step, attempts::where, "attempt_number");
            case "failures-recent" -> failures();
            case "failures-frequency" -> one(Metrics.failures(failedSince(yesterday), name), "failure_count DESC");
            case "active" -> active();
            case "timeline" -> ofSome(workflows, workflow, this::timeline, "event_timestamp");
            case "metrics-completion" -> one(Metrics.completion(recent, name), ifPlaced(name));
            case "metrics-retries" ->
                one(Metrics.retries(recentSteps(), placeAnd("workflow_name", "step_name")), "avg_retries DESC");
            case "metrics-environments" -> one(Metrics.success(recent), "workflow_name", "env");
            case "service-health" -> one(Metrics.health(events, recent), "service_key");
            default -> throw new IllegalArgumentException("There is no expectation for " + view);
        };
    }

    private static List<Question> one(Rows expected, String... order) {
        return List.of(Question.with(List.of()).expecting(expected, order));
    }

    /** About some of these rows, each by its key. */
    private static List<Question> ofSome(
            Rows rows, List<String> key, Function<Predicate<Row>, Rows> answer, String... order) {
        return rows.every(5).list().stream()
                .map(row -> Question.with(row.values(key)).expecting(answer.apply(row.agreesOn(key)), order))
                .toList();
    }

    private List<Question> lists() {
        List<Question> questions = new ArrayList<>();
        for (List<@Nullable Object> there : places()) {
            for (String status : Arrays.asList(null, "pending", "completed", "failed")) {
                questions.add(list(there, status, null, null, ALL, 0));
            }
            questions.add(list(there, null, "ship ✈", yesterday, ALL, 0));
            questions.add(list(there, "paused", "order", yesterday, 3, 2));
            questions.add(list(there, null, null, null, 7, 0));
            questions.add(list(there, null, null, null, 10, 25));
            questions.add(list(there, null, null, null, 10, ALL));
        }
        return questions;
    }

    private Question list(
            List<@Nullable Object> there,
            @Nullable String status,
            @Nullable String named,
            @Nullable Instant since,
            int limit,
            int offset) {
        Rows qualifying = workflows
                .where(in(there))
                .where(row -> status == null || status.equals(row.get("status")))
                .where(row -> named == null || named.equals(row.get("workflow_name")))
                .where(row -> since == null || since("started_at", since).test(row))
                .map(row -> row.copy().with("steps_completed", lengthOf((List<?>) row.get("completed_steps"))))
                .select(placeAnd(LISTED));
        List<@Nullable Object> values = new ArrayList<>(there);
        Collections.addAll(values, status, named, since, limit, offset);
        return Question.with(values).expecting(qualifying, "started_at DESC").onPage(limit, offset);
    }

    /** As array_length, which knows no length of an empty array. */
    private static @Nullable Integer lengthOf(List<?> array) {
        return array.isEmpty() ? null : Integer.valueOf(array.size());
    }

    private Rows countedSteps(Predicate<Row> condition) {
        return steps.where(condition)
                .map(row -> row.copy()
                        .with(
                                "attempt_count",
                                attempts.where(row.agreesOn(step)).count()));
    }

    private List<Question> failures() {
        Rows failed = failedSince(Instant.MIN).select(placeAnd(FAILURE));
        return places().stream()
                .map(there -> Question.with(there)
                        .expecting(failed.where(in(there)), "failed_at DESC")
                        .onPage(50, 0))
                .toList();
    }

    private Rows failedSince(Instant since) {
        return workflows.where(has("status", "failed")).where(since("failed_at", since));
    }

    /** That those which run come before those which pause is the reverse of the alphabet. */
    private List<Question> active() {
        Rows active = workflows
                .where(has("status", "running").or(has("status", "paused")))
                .map(row -> row.copy().with("activity_state", activity(row)));
        List<String> order = new ArrayList<>(List.of(ifPlaced(List.of("env"))));
        Collections.addAll(order, "status DESC", "started_at DESC");
        return places().stream()
                .map(there -> Question.with(there).expecting(active.where(in(there)), order.toArray(String[]::new)))
                .toList();
    }

    private String activity(Row run) {
        if (!run.get("status").equals("paused")) {
            return "active";
        }
        return run.get("resume_at") instanceof Instant at && !at.isAfter(now) ? "overdue" : "scheduled";
    }

    private Rows timeline(Predicate<Row> condition) {
        return events.where(condition).select(placeAnd(MOMENT));
    }

    private static Row logged(Told told) {
        var key = told.sent().key();
        var event = told.sent().event();
        return new Row()
                .with("env", key.env())
                .with("service_key", key.serviceKey())
                .with("workflow_id", key.workflowId())
                .with("event_type", event.type().wireName())
                .with("event_timestamp", RunRows.instant(event.at()))
                .with("step_name", event.stepName())
                .with("attempt", text(event.attempt()))
                .with("duration_ms", text(event.durationMs()))
                .with(
                        "error_message",
                        event.error() == null ? null : event.error().message());
    }

    private static @Nullable String text(@Nullable Number number) {
        return number == null ? null : number.toString();
    }

    /** Joined by what the document takes for a workflow's key. */
    private Rows recentSteps() {
        List<Row> joined = new ArrayList<>();
        for (Row run : recent.list()) {
            steps.where(run.agreesOn(workflow))
                    .list()
                    .forEach(row -> joined.add(row.copy()
                            .with("env", run.get("env"))
                            .with("service_key", run.get("service_key"))
                            .with("workflow_name", run.get("workflow_name"))));
        }
        return new Rows(joined);
    }

    private static Predicate<Row> since(String column, Instant when) {
        return row -> row.get(column) instanceof Instant at && !at.isBefore(when);
    }

    /** Values for the columns of a place, null standing for any. */
    private List<List<@Nullable Object>> places() {
        return place.isEmpty()
                ? List.of(List.of())
                : List.of(
                        Arrays.asList(null, null),
                        Arrays.asList("production", null),
                        Arrays.asList(null, "billing/eu"),
                        Arrays.asList("staging", "orders"),
                        Arrays.asList("nowhere", null));
    }

    private Predicate<Row> in(List<@Nullable Object> there) {
        return row -> {
            for (int i = 0; i < there.size(); i++) {
                if (there.get(i) != null && !there.get(i).equals(row.get(place.get(i)))) {
                    return false;
                }
            }
            return true;
        };
    }

    /** Of a row in the answer, or of a key. */
    private List<String> placeAnd(String... columns) {
        return Stream.concat(place.stream(), Arrays.stream(columns)).toList();
    }

    /** Only the later document sorts by these. */
    private String[] ifPlaced(List<String> order) {
        return place.isEmpty() ? new String[0] : order.toArray(String[]::new);
    }
}
