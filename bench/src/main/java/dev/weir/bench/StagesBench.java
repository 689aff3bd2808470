package dev.weir.bench;

import dev.weir.bench.Figure.Goal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How fast questions about stages, and about steps as stages, are answered beside DuckDB. */
final class StagesBench {
    static final int EVENTS_AT_FULL_SCALE = 10_000_000;
    private static final double MOST_MS = 100;
    private static final double TIMES_AS_FAST = 10;
    private static final double SECONDS_EACH = 4;
    private static final List<String> SOURCES = List.of("stage", "step");

    private final Workplace workplace;
    private final int titles;
    private final boolean isWhole;
    private final int importedEvents;
    private final Consumer<String> progress;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final Map<String, Timing> references = new LinkedHashMap<>();

    StagesBench(Workplace workplace, double scale, Consumer<String> progress) {
        this.workplace = workplace;
        this.isWhole = scale >= 1;
        this.titles = (int) (EVENTS_AT_FULL_SCALE * scale / Titles.EVENTS_PER_TITLE);
        this.importedEvents = (int) Math.max(50_000, Math.min(300_000, EVENTS_AT_FULL_SCALE * scale));
        this.progress = progress;
    }

    /** What may be asked for. @param from null for no range */
    private record Range(String words, @Nullable Instant from) {}

    /** @param reference by whose time it is measured */
    private record Question(String what, String path, String reference) {}

    Report run() throws IOException, SQLException {
        Report report = new Report(String.format(
                Locale.ROOT,
                "%,d events of stages and %,d of steps, of 90 days",
                Math.round(titles * Titles.EVENTS_PER_TITLE),
                Math.round(titles * Titles.EVENTS_PER_TITLE)));
        new StageImport(workplace, importedEvents, progress).measure().forEach(report::add);
        progress.accept("Starting Weir on a fresh database");
        WeirProcess weir = WeirProcess.start(workplace);
        try (StageReference reference = new StageReference(workplace.directory())) {
            load(weir, reference);
            progress.accept("Comparing the answers");
            for (String source : SOURCES) {
                for (Range range : ranges()) {
                    compare(weir.url(), reference, source, range);
                }
            }
            progress.accept("Measuring DuckDB");
            measureReference(reference);
            progress.accept("Measuring Weir");
            measureWeir(weir.url()).forEach(report::add);
            progress.accept("Measuring the view");
            new StageViewCost(weir.jdbcUrl()).measure().forEach(report::add);
        }
        return report;
    }

    private void load(WeirProcess weir, StageReference reference) throws SQLException, IOException {
        long micros = now.getEpochSecond() * 1_000_000;
        StoredStageLoader loader = new StoredStageLoader(weir.jdbcUrl(), micros);
        progress.accept("Storing stages");
        reference.begin("stage");
        loader.loadStages(new Titles("title", micros, titles, false), some -> reference.add(some, false));
        reference.finish("stage");
        progress.accept("Storing runs with steps");
        reference.begin("step");
        loader.loadSteps(new Titles("job", micros, titles, true), some -> reference.add(some, true));
        reference.finish("step");
    }

    private List<Range> ranges() {
        return List.of(
                new Range("", null),
                new Range(", 24 hours", now.minus(Duration.ofHours(24))),
                new Range(", 30 days", now.minus(Duration.ofDays(30))));
    }

    private static String query(String source, Range range) {
        return "source=" + source + (range.from() == null ? "" : "&from=" + range.from());
    }

    private List<Question> questions(String source, Range range) {
        String api = "/api/v1/stages/";
        String rest = query(source, range);
        String of = (source.equals("step") ? " of steps" : "") + range.words();
        String byStage = "workflow_stage " + rest;
        String byWorkflow = "workflow_name " + rest;
        String inFlight = "in flight " + rest;
        return List.of(
                new Question("cycle time" + of, api + "cycle-time?" + rest, byStage),
                new Question("cycle time by workflow" + of, api + "cycle-time?by=workflow&" + rest, byWorkflow),
                new Question("SLA" + of, api + "sla?" + rest, byStage),
                new Question("SLA by workflow" + of, api + "sla?by=workflow&" + rest, byWorkflow),
                new Question("never completed" + of, api + "in-flight?meaning=never-completed&" + rest, inFlight),
                new Question("open now" + of, api + "in-flight?meaning=open-now&" + rest, inFlight),
                new Question("rework" + of, api + "rework?" + rest, byStage),
                new Question("rework by workflow" + of, api + "rework?by=workflow&" + rest, byWorkflow),
                new Question("flow" + of, api + "flow?" + rest, byStage),
                new Question("variants" + of, api + "variants?" + rest, byStage));
    }

    private void measureReference(StageReference reference) throws IOException, SQLException {
        for (String source : SOURCES) {
            for (Range range : ranges()) {
                for (String group : List.of("workflow_stage", "workflow_name")) {
                    references.put(
                            group + " " + query(source, range),
                            Timing.within(SECONDS_EACH, reference.skeleton(source, group, range.from())));
                }
                references.put(
                        "in flight " + query(source, range),
                        Timing.within(SECONDS_EACH, reference.inFlight(source, range.from())));
            }
        }
    }

    private List<Figure> measureWeir(URI url) throws IOException, SQLException {
        List<Figure> figures = new ArrayList<>();
        for (String source : SOURCES) {
            for (Range range : ranges()) {
                for (Question question : questions(source, range)) {
                    Timing timing = Timing.within(SECONDS_EACH, () -> get(url, question.path()));
                    figures.add(figure(question, timing));
                }
            }
        }
        return figures;
    }

    private Figure figure(Question question, Timing timing) {
        double reference =
                Objects.requireNonNull(references.get(question.reference())).p50();
        String beside = String.format(
                Locale.ROOT,
                "p50 %.1f ms; DuckDB: p50 %.0f ms, %.1f times as long",
                timing.p50(),
                reference,
                reference / timing.p50());
        return Figure.of(
                        question.what().replaceAll("[ ,]+", "-"), question.what() + ", p95", timing.p95(), "ms", beside)
                .with(Goal.atMost(goal(reference)));
    }

    /** Beside DuckDB at full scale only: of few events it makes an answer in less time than HTTP needs. */
    private double goal(double reference) {
        return isWhole ? Math.min(MOST_MS, reference / TIMES_AS_FAST) : MOST_MS;
    }

    /** Fast answers are worth nothing if they are others. */
    private void compare(URI url, StageReference reference, String source, Range range)
            throws IOException, SQLException {
        for (String by : List.of("stage", "workflow")) {
            String column = by.equals("stage") ? "workflow_stage" : "workflow_name";
            String field = by.equals("stage") ? "workflowStage" : "workflowName";
            Map<String, Long> counts = new TreeMap<>();
            String path = "/api/v1/stages/cycle-time?by=" + by + "&" + query(source, range);
            for (JsonNode item : JsonMapper.shared().readTree(get(url, path)).get("items")) {
                long n = item.get("firstPass").get("n").asLong();
                if (n > 0) {
                    counts.put(item.get(field).asString(), n);
                }
            }
            requireSame(path, counts, reference.counts(source, column, range.from()));
        }
        String path = "/api/v1/stages/in-flight?meaning=never-completed&" + query(source, range);
        long total = JsonMapper.shared().readTree(get(url, path)).get("total").asLong();
        requireSame(path, total, reference.neverCompleted(source, range.from()));
    }

    private static void requireSame(String path, Object weir, Object reference) throws IOException {
        if (!weir.equals(reference)) {
            throw new IOException("Weir and DuckDB disagree on " + path + ": " + weir + " and " + reference + ".");
        }
    }

    private String get(URI url, String path) throws IOException {
        try {
            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(url.resolve(path)).build(), BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException("Weir refused " + path + ": " + answer.body());
            }
            return answer.body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The benchmark was interrupted.", e);
        }
    }
}
