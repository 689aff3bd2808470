package dev.weir.server.query.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.server.ingest.EventText;
import dev.weir.server.query.Eventually;
import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What Prometheus is told of how work goes, and the dashboard that is made of it. */
class InsightMetricsTest {
    private static final Path DASHBOARD = Path.of("..", "docs", "grafana", "weir-dashboard.json");
    private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-z_]+)(?:\\{(.*)})? ([0-9.E+-]+)$");
    private static final Pattern METRIC = Pattern.compile("\\b(?:weir|jvm|process|hikaricp|http|system)_[a-z_]+");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+) ?=~? ?\"");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|without) \\(([a-z_, ]+)\\)");

    private static final String COMPLETED = "weir_runs_ended_total{env=\"test\",outcome=\"completed\",service=\"svc\"}";

    private static TestDatabase database;
    private static Map<String, Double> samples;

    @BeforeAll
    static void measure() {
        database = new TestDatabase();
        Instant now = Instant.now();
        try (TestServer server = new TestServer(database)) {
            run(server, "of old", "completed", now.minusSeconds(3600), 700);
        }
        try (TestServer server = new TestServer(database)) { // which does not count what ended before it started
            server.post("[1]");
            run(server, "a", "completed", now.minusSeconds(60), 700);
            run(server, "b", "completed", now.minusSeconds(50), 40_000);
            run(server, "c", "failed", now.minusSeconds(40), 900);
            run(server, "long ago", "completed", now.minusSeconds(864_000), 700);
            post(server, List.of(event("workflow.started", "open", now.minusSeconds(1))));
            Answer answer = Eventually.answer(
                    () -> server.get("/metrics"),
                    metrics -> samples(metrics).containsKey("weir_runs_open{env=\"test\",health=\"ok\"}")
                            && samples(metrics).getOrDefault("weir_failures_last_day{state=\"new\"}", 0.0) > 0
                            && samples(metrics).getOrDefault(COMPLETED, 0.0) > 1);
            samples = samples(answer);
        }
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    private static void run(TestServer server, String id, String end, Instant at, long ms) {
        EventText last = event("workflow." + end, id, at.plusMillis(ms));
        post(
                server,
                List.of(
                        event("workflow.started", id, at),
                        end.equals("failed") ? last.with("error", Map.of("message", "declined")) : last));
    }

    private static EventText event(String type, String id, Instant at) {
        return EventText.of(type, id).at(at.toString());
    }

    private static void post(TestServer server, List<EventText> events) {
        assertThat(server.post(EventText.batch(events)).json().get("accepted").asInt())
                .isEqualTo(events.size());
    }

    private static Map<String, Double> samples(Answer answer) {
        Map<String, Double> samples = new HashMap<>();
        Matcher matcher = SAMPLE.matcher(answer.response().body());
        while (matcher.find()) {
            String labels = matcher.group(2) == null ? "" : "{" + matcher.group(2) + "}";
            samples.put(matcher.group(1) + labels, Double.valueOf(matcher.group(3)));
        }
        return samples;
    }

    @Test
    void runsAreCountedAsTheyEnd() {
        assertThat(samples)
                .containsEntry(COMPLETED, 2.0)
                .containsEntry("weir_runs_ended_total{env=\"test\",outcome=\"failed\",service=\"svc\"}", 1.0)
                .containsEntry("weir_runs_ended_total{env=\"test\",outcome=\"cancelled\",service=\"svc\"}", 0.0);
    }

    @Test
    void durationsAreAHistogram() {
        assertThat(samples)
                .containsEntry("weir_run_duration_seconds_bucket{env=\"test\",le=\"0.5\"}", 0.0)
                .containsEntry("weir_run_duration_seconds_bucket{env=\"test\",le=\"1.0\"}", 1.0)
                .containsEntry("weir_run_duration_seconds_bucket{env=\"test\",le=\"30.0\"}", 1.0)
                .containsEntry("weir_run_duration_seconds_bucket{env=\"test\",le=\"60.0\"}", 2.0)
                .containsEntry("weir_run_duration_seconds_bucket{env=\"test\",le=\"+Inf\"}", 2.0)
                .containsEntry("weir_run_duration_seconds_count{env=\"test\"}", 2.0);
        assertThat(samples.get("weir_run_duration_seconds_sum{env=\"test\"}")).isBetween(40.0, 41.5);
    }

    @Test
    void openRunsAndKindsOfFailuresAreTold() {
        assertThat(samples)
                .containsEntry("weir_runs_open{env=\"test\",health=\"ok\"}", 1.0)
                .containsEntry("weir_failure_kinds{state=\"new\"}", 1.0)
                .containsEntry("weir_failure_kinds{state=\"regressed\"}", 0.0)
                .containsEntry("weir_failures_last_day{state=\"new\"}", 1.0);
    }

    @Test
    void theDashboardAsksOnlyForWhatThereIs() throws IOException {
        Set<String> metrics = new HashSet<>();
        Set<String> labels = new HashSet<>(Set.of("instance")); // which Prometheus adds
        for (String sample : samples.keySet()) {
            metrics.add(sample.replaceAll("\\{.*", ""));
            all(LABEL, sample).forEach(labels::add);
        }
        List<String> questions = questions();
        assertThat(questions).hasSizeGreaterThan(10);
        for (String question : questions) {
            assertThat(all(METRIC, question)).as(question).isNotEmpty().isSubsetOf(metrics);
            assertThat(all(LABEL, question)).as(question).isSubsetOf(labels);
            for (String grouping : all(GROUPING, question)) {
                assertThat(grouping.split(", ?")).as(question).isSubsetOf(labels);
            }
        }
    }

    @Test
    void theDashboardShowsEveryMetricOfHowWorkGoes() throws IOException {
        assertThat(all(METRIC, String.join(" ", questions())))
                .contains(
                        "weir_runs_ended_total",
                        "weir_run_duration_seconds_bucket",
                        "weir_runs_open",
                        "weir_failure_kinds",
                        "weir_failures_last_day");
    }

    private static List<String> questions() throws IOException {
        JsonNode dashboard = JsonMapper.builder().build().readTree(Files.readString(DASHBOARD));
        List<String> questions = new ArrayList<>();
        Set<Integer> ids = new HashSet<>();
        for (JsonNode panel : dashboard.get("panels")) {
            assertThat(ids.add(panel.get("id").asInt()))
                    .as("ids are panels' own")
                    .isTrue();
            assertThat(panel.get("title").asString()).isNotEmpty();
            panel.path("targets")
                    .forEach(target -> questions.add(target.get("expr").asString()));
        }
        for (JsonNode variable : dashboard.at("/templating/list")) {
            if (variable.get("type").asString().equals("query")) {
                questions.add(variable.at("/query/query").asString());
            }
        }
        return questions;
    }

    private static Set<String> all(Pattern pattern, String text) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(matcher.groupCount()));
        }
        return found;
    }
}
