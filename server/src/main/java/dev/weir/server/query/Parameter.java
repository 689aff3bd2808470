package dev.weir.server.query;

import dev.weir.core.run.HealthState;
import dev.weir.core.run.RunStatus;
import dev.weir.core.session.SessionActivity;
import dev.weir.core.session.StartupOutcome;
import dev.weir.core.signal.SignatureState;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every query parameter that lists and counts know, as the API's description tells it. */
public enum Parameter {
    ENV("env", Form.TEXTS, "environments; any of them", List.of()),
    SERVICE("service", Form.TEXTS, "services; any of them", List.of()),
    STATUS(
            "status",
            Form.TEXTS,
            "statuses; any of them",
            Arrays.stream(RunStatus.values()).map(RunStatus::label).toList()),
    HEALTH(
            "health",
            Form.TEXTS,
            "how open runs fare; leaves ended runs out",
            Arrays.stream(HealthState.values()).map(HealthState::label).toList()),
    NAME("name", Form.TEXTS, "workflow names; any of them", List.of()),
    NOT_SERVICE("notService", Form.TEXTS, "services; none of them", List.of()),
    NOT_STATUS("notStatus", Form.TEXTS, "statuses; none of them", STATUS.values),
    NOT_NAME("notName", Form.TEXTS, "workflow names; none of them", List.of()),
    FROM("from", Form.TIME, "the first moment of the range", List.of()),
    TO("to", Form.TIME, "the moment after the range", List.of()),
    BASIS(
            "basis",
            Form.TEXT,
            "what lies in the range: the start, the end, or any part of the run's life; started if not said",
            List.of("started", "ended", "active")),
    TOOK_AT_LEAST_MS("atLeastMs", Form.NUMBER, "how long a run took at least; leaves open runs out", List.of()),
    TOOK_BELOW_MS("belowMs", Form.NUMBER, "how long no run took; leaves open runs out", List.of()),
    Q(
            "q",
            Form.TEXT,
            "text in the workflow id, its name, the execution id or the error message, also one that is tried again after",
            List.of()),
    LISTED_RUNS(
            "runs",
            Form.TEXT,
            "which runs are listed: only the newest of each workflow id, or all; newest if not said",
            List.of("newest", "all")),
    SORT(
            "sort",
            Form.TEXT,
            "what to order by; started if not said",
            List.of(
                    "started",
                    "ended",
                    "lastEvent",
                    "created",
                    "duration",
                    "steps",
                    "name",
                    "status",
                    "env",
                    "service",
                    "id",
                    "execution",
                    "error")),
    ORDER("order", Form.TEXT, "desc if not said", List.of("asc", "desc")),
    BY("by", Form.TEXT, "what to count by; status if not said", List.of("status", "health", "env", "service", "name")),
    LIMIT("limit", Form.NUMBER, "how many at most: 50 if not said, never more than 1,000", List.of()),
    CURSOR("cursor", Form.TEXT, "where the page before this one ended", List.of()),
    WORKFLOW("workflow", Form.TEXTS, "workflow names; any of them", List.of()),
    STAGE("stage", Form.TEXTS, "stages, or steps; any of them", List.of()),
    STAGE_SOURCE(
            "source",
            Form.TEXT,
            "where stages come from: events of their own, or the steps of runs; stage if not said",
            List.of("stage", "step")),
    STAGE_BY(
            "by",
            Form.TEXT,
            "what to tell apart: stages, or workflow names; stage if not said",
            List.of("stage", "workflow")),
    MEANING(
            "meaning",
            Form.TEXT,
            "what is in flight: what was started and never completed, or what has more starts than completions;"
                    + " never-completed if not said",
            List.of("never-completed", "open-now")),
    FIGURE(
            "figure",
            Form.TEXT,
            "which durations: of first passes, of each pass, of spans, or by how much a completed stage was late;"
                    + " first-pass if not said",
            List.of("first-pass", "per-pass", "span", "late")),
    IS(
            "is",
            Form.TEXT,
            "what stages are counted as: see the figures of the other questions; any if not said",
            List.of(
                    "started",
                    "completed",
                    "missed",
                    "met",
                    "without-sla",
                    "left-out",
                    "overdue",
                    "open-now",
                    "never-completed",
                    "abandoned",
                    "reworked",
                    "inverted",
                    "inverted-passes",
                    "unstarted-passes")),
    VALUES_OF(
            "figure",
            Form.TEXT,
            "only stages with such a duration: of a first pass, of any pass, of a span, or by how much it was late",
            FIGURE.values),
    AT_LEAST_MS("atLeastMs", Form.NUMBER, "the least of these durations", List.of()),
    BELOW_MS("belowMs", Form.NUMBER, "more than the longest of these durations", List.of()),
    FROM_STAGE("fromStage", Form.TEXT, "only what came from this stage", List.of()),
    BACK("back", Form.TEXT, "whether it was sent back from there; either if not said", List.of("true", "false")),
    VARIANT(
            "variant",
            Form.TEXT,
            "whole workflows instead of stages: those that took the path with this id, or any path",
            List.of()),
    OUTCOME(
            "outcome",
            Form.TEXTS,
            "how sessions began; any of them",
            Arrays.stream(StartupOutcome.values()).map(StartupOutcome::label).toList()),
    ACTIVITY(
            "activity",
            Form.TEXTS,
            "how things stand with sessions now; any of them",
            Arrays.stream(SessionActivity.values()).map(SessionActivity::label).toList()),
    SWAPPED("swapped", Form.TEXT, "whether sessions have a swap", List.of("true", "false")),
    GATEWAY("gateway", Form.TEXTS, "gateways; any of them, where nothing stands for none", List.of()),
    ORCHESTRATOR(
            "orchestrator",
            Form.TEXTS,
            "canonical addresses of orchestrators, in any case; any of them, where nothing stands for none",
            List.of()),
    MODEL("model", Form.TEXTS, "models; any of them, where nothing stands for none", List.of()),
    GPU("gpu", Form.TEXTS, "GPUs; any of them, where nothing stands for none", List.of()),
    PIPELINE("pipeline", Form.TEXTS, "pipelines; any of them, where nothing stands for none", List.of()),
    SESSION_Q("q", Form.TEXT, "text in the session id, the pipeline id or the last error", List.of()),
    SESSION_BY(
            "by",
            Form.TEXT,
            "what to tell sessions apart by; pipeline if not said",
            List.of("orchestrator", "model", "gpu", "gateway", "pipeline", "region", "hour")),
    SIGNATURE_STATE(
            "state",
            Form.TEXTS,
            "what kinds of failures are to people now; any of them",
            Arrays.stream(SignatureState.values()).map(SignatureState::label).toList()),
    SIGNATURE_Q("q", Form.TEXT, "text in the example, the code or the likely cause", List.of()),
    SIGNATURE("signature", Form.ID, "the id of a kind of failure", List.of()),
    INBOX(
            "inbox",
            Form.TEXTS,
            "what has become of failures; any of them",
            List.of("open", "taken", "closed", "recovered")),
    FAILURE_Q("q", Form.TEXT, "text in the workflow id, its name, the step, the code or the error message", List.of()),
    SURFACE("surface", Form.TEXTS, "where signals are shown; any of them", List.of("ui", "cli", "ci")),
    CACHE_HIT("cacheHit", Form.TEXT, "whether the signal was at hand", List.of("true", "false")),
    COUNTED_BY(
            "basis",
            Form.TEXT,
            "what of a run lies in the range: its start, or its end; started if not said",
            List.of("started", "ended")),
    RUNS(
            "runs",
            Form.TEXT,
            "which runs count: all, or only the newest of each workflow id; all if not said",
            List.of("all", "newest")),
    COMPARE("compare", Form.TEXT, "with what to compare: the range of equal length before", List.of("before")),
    PRECISION(
            "precision",
            Form.TEXT,
            "whether percentiles come quickly, or exactly from the rows of up to 100,000 runs; quick if not said",
            List.of("quick", "exact")),
    SERIES_BUCKET("bucket", Form.TEXT, "how long a bucket is; 1h if not said", List.of("15m", "30m", "1h", "1d")),
    RATE_BUCKET("bucket", Form.TEXT, "how long a bucket is; 1h if not said", List.of("15m", "1h", "1d")),
    VIEW_PAGE("page", Form.TEXT, "of which page; of all if not said", List.of("runs", "failures")),
    SERIES_BY(
            "by",
            Form.TEXT,
            "what to tell apart: environments, services or workflows of them; env if not said",
            List.of("env", "service", "workflow")),
    SCORE_BY(
            "by",
            Form.TEXT,
            "what to tell apart: environments, or workflow names in each of them; env if not said",
            List.of("env", "workflow")),
    RETRY_BUCKET(
            "bucket",
            Form.TEXT,
            "how long the hours of each step are; none are given if not said",
            List.of("1h", "1d"));

    enum Form {
        TEXT,
        TEXTS,
        TIME,
        ID,
        NUMBER
    }

    final String label;
    final Form form;
    final String meaning;
    public final List<String> values;

    Parameter(String label, Form form, String meaning, List<String> values) {
        this.label = label;
        this.form = form;
        this.meaning = meaning;
        this.values = values;
    }

    /** One of these, by its name. */
    static @Nullable Parameter of(String label, List<Parameter> known) {
        return known.stream()
                .filter(parameter -> parameter.label.equals(label))
                .findFirst()
                .orElse(null);
    }
}
