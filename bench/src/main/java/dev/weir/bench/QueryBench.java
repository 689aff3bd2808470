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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How fast questions are answered, first when there are few runs and then when there are many. */
final class QueryBench {
    static final int RUNS_AT_FULL_SCALE = 3_000_000;
    private static final int FEW_RUNS = 30_000;
    private static final int OPEN_RUNS = 600;
    private static final int DEEP_PAGES = 50;
    private static final int DEEP_LIMIT = 500;
    private static final double LIST_MS = 50;
    private static final double SCAN_MS = 500;
    private static final double MONTH_MS = 100;

    private final Workplace workplace;
    private final int runs;
    private final Consumer<String> progress;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    QueryBench(Workplace workplace, double scale, Consumer<String> progress) {
        this.workplace = workplace;
        this.runs = (int) (RUNS_AT_FULL_SCALE * scale);
        this.progress = progress;
    }

    /** @param goalMs at most, for 95 of 100 answers */
    private record Question(String what, String path, double goalMs) {}

    Report run() throws IOException, SQLException {
        progress.accept("Starting Weir on a fresh database");
        WeirProcess weir = WeirProcess.start(workplace);
        Report report = new Report(String.format(Locale.ROOT, "%,d runs of 30 days beside %,d", runs, FEW_RUNS));
        try (StoredRunLoader loader =
                new StoredRunLoader(weir.jdbcUrl(), now.getEpochSecond() * 1_000_000, OPEN_RUNS)) {
            progress.accept("Storing a few runs");
            loader.load(0, FEW_RUNS);
            progress.accept("Measuring on a few runs");
            Map<String, Timing> few = measure(weir.url());
            progress.accept(String.format(Locale.ROOT, "Storing %,d runs", runs));
            loader.load(FEW_RUNS, Math.max(runs, FEW_RUNS));
            progress.accept("Measuring on many runs");
            Map<String, Timing> many = measure(weir.url());
            progress.accept("Measuring the document's own SQL on its own table");
            Map<String, Timing> documents = measureDocuments(weir.jdbcUrl());
            for (Question question : questions("")) {
                report.add(figure(question, few, many, documents));
            }
        }
        return report;
    }

    private static Figure figure(
            Question question, Map<String, Timing> few, Map<String, Timing> many, Map<String, Timing> documents) {
        Timing before = Objects.requireNonNull(few.get(question.what()));
        Timing after = Objects.requireNonNull(many.get(question.what()));
        Timing document = documents.get(question.what());
        String beside = String.format(
                Locale.ROOT, "p50 %.1f ms; few runs: p50 %.1f, p95 %.1f ms", after.p50(), before.p50(), before.p95());
        if (document != null) {
            beside += String.format(
                    Locale.ROOT, "; the document's SQL: p50 %.1f, p95 %.1f ms", document.p50(), document.p95());
        }
        return Figure.of(question.what().replace(' ', '-'), question.what() + ", p95", after.p95(), "ms", beside)
                .with(Goal.atMost(goal(question, before)));
    }

    /** What an index answers may hardly depend on how much there is. */
    private static double goal(Question question, Timing before) {
        return question.goalMs() < SCAN_MS
                ? Math.min(question.goalMs(), Math.max(1.5 * before.p95(), before.p95() + 5))
                : question.goalMs();
    }

    /** What the pages of insight ask for, of a day and of a month. */
    private Question[] insight() {
        String month = "from=" + now.minus(Duration.ofDays(30));
        String metrics = "/api/v1/metrics/";
        return new Question[] {
            new Question("overview", "/api/v1/overview", LIST_MS),
            new Question("overview, month", "/api/v1/overview?" + month, MONTH_MS),
            new Question("services", "/api/v1/services", LIST_MS),
            new Question("services, month", "/api/v1/services?" + month, MONTH_MS),
            new Question("workflows", metrics + "workflows", LIST_MS),
            new Question("workflows, month", metrics + "workflows?" + month, MONTH_MS),
            new Question("workflows compared", metrics + "workflows?compare=before", LIST_MS),
            new Question("series", metrics + "series?bucket=30m", LIST_MS),
            new Question("series by workflow", metrics + "series?by=workflow", LIST_MS),
            new Question("series, month", metrics + "series?bucket=1d&" + month, MONTH_MS),
            new Question("scores", metrics + "environments", LIST_MS),
            new Question("scores, month", metrics + "environments?" + month, MONTH_MS),
            new Question("across environments", metrics + "environments?by=workflow", LIST_MS),
            new Question("across environments, month", metrics + "environments?by=workflow&" + month, MONTH_MS),
            new Question("durations", metrics + "durations", LIST_MS),
            new Question("durations by workflow", metrics + "durations?by=workflow", LIST_MS),
            new Question("durations, month", metrics + "durations?" + month, MONTH_MS),
            new Question("views", "/api/v1/views?page=runs", LIST_MS),
            new Question("steps", metrics + "steps", LIST_MS),
            new Question("steps, month", metrics + "steps?" + month, MONTH_MS),
            new Question("retries", metrics + "retries?bucket=1h", LIST_MS),
            new Question("retries, month", metrics + "retries?bucket=1d&" + month, MONTH_MS),
            new Question("slower", metrics + "slower", LIST_MS),
            new Question("slower, month", metrics + "slower?" + month, MONTH_MS)
        };
    }

    private Question[] questions(String deepCursor) {
        return Stream.concat(Arrays.stream(lists(deepCursor)), Arrays.stream(insight()))
                .toArray(Question[]::new);
    }

    private static Map<String, Timing> measureDocuments(String jdbcUrl) throws IOException, SQLException {
        Map<String, Timing> measured = new LinkedHashMap<>();
        try (DocumentQueries documents = new DocumentQueries(jdbcUrl)) {
            measured.put("newest", Timing.of(documents.list(null, null, null, 0)));
            measured.put("newest deep page", Timing.of(documents.list(null, null, null, DEEP_PAGES * DEEP_LIMIT)));
            measured.put("environment", Timing.of(documents.list("development", null, null, 0)));
            measured.put("failed", Timing.of(documents.list(null, "failed", null, 0)));
            measured.put("rare", Timing.of(documents.list("development", "cancelled", "workflow-7-1", 0)));
            measured.put("running", Timing.of(documents.list(null, "running", null, 0)));
            measured.put("nothing there", Timing.of(documents.list(null, "failed", "nowhere", 0)));
            measured.put("environments", Timing.of(documents.environments()));
            measured.put("active", Timing.of(documents.active()));
            measured.put("workflows", Timing.of(documents.workflows(1)));
            measured.put("workflows, month", Timing.of(documents.workflows(30)));
            measured.put("across environments", Timing.of(documents.acrossEnvironments(1)));
            measured.put("across environments, month", Timing.of(documents.acrossEnvironments(30)));
        }
        return measured;
    }

    private Question[] lists(String deepCursor) {
        String list = "/api/v1/workflows?";
        String day = "from=" + now.minus(Duration.ofDays(1));
        String month = "from=" + now.minus(Duration.ofDays(30));
        return new Question[] {
            new Question("newest", list, LIST_MS),
            new Question("newest deep page", list + "cursor=" + deepCursor, LIST_MS),
            new Question("last ended", list + "sort=ended", LIST_MS),
            new Question("last event", list + "sort=lastEvent", LIST_MS),
            new Question("oldest first", list + "order=asc", LIST_MS),
            new Question("environment", list + "env=development", LIST_MS),
            new Question("two services", list + "service=service-3&service=service-4&sort=lastEvent", LIST_MS),
            new Question("failed", list + "status=failed", LIST_MS),
            new Question("rare", list + "status=cancelled&env=development&name=workflow-7-1", LIST_MS),
            new Question("name, by end", list + "name=workflow-2-2&sort=ended", LIST_MS),
            new Question("nothing there", list + "status=failed&name=workflow-2-2&service=service-5", LIST_MS),
            new Question("overdue or stalled", list + "health=overdue&health=stalled", LIST_MS),
            new Question("running", list + "status=running", LIST_MS),
            new Question("by name", list + "sort=name&order=asc", SCAN_MS),
            new Question("by status", list + "sort=status", SCAN_MS),
            new Question("by duration, one day", list + "sort=duration&" + day, SCAN_MS),
            new Question("by id, one day", list + "sort=id&" + day, SCAN_MS),
            new Question("last event, one day", list + "sort=lastEvent&" + day, SCAN_MS),
            new Question("the page of runs", list + "sort=lastEvent&basis=active&limit=100&" + day, LIST_MS),
            new Question("the page of runs, month", list + "sort=lastEvent&basis=active&limit=100&" + month, LIST_MS),
            new Question("the page of runs, all runs", list + "sort=lastEvent&basis=ended&runs=all&" + day, LIST_MS),
            new Question("by steps, one day", list + "sort=steps&" + day, SCAN_MS),
            new Question("by error, one day", list + "sort=error&" + day, SCAN_MS),
            new Question("search an error, one day", list + "q=within+5+s&" + day, SCAN_MS),
            new Question("search in vain, one day", list + "q=nowhere&" + day, SCAN_MS),
            new Question("search in vain", list + "q=nowhere", SCAN_MS),
            new Question("search an id", list + "q=run-77", SCAN_MS),
            new Question("count by status", "/api/v1/workflows/count?by=status", LIST_MS),
            new Question("count by health", "/api/v1/workflows/count?by=health", LIST_MS),
            new Question("count, one day", "/api/v1/workflows/count?by=status&" + day, SCAN_MS),
            new Question("count, active in one day", "/api/v1/workflows/count?by=status&basis=active&" + day, SCAN_MS),
            new Question("environments", "/api/v1/environments", LIST_MS),
            new Question("active", "/api/v1/active", LIST_MS)
        };
    }

    private Map<String, Timing> measure(URI url) throws IOException, SQLException {
        Map<String, Timing> measured = new LinkedHashMap<>();
        for (Question question : questions(deepCursor(url))) {
            measured.put(question.what(), Timing.of(() -> get(url, question.path())));
        }
        return measured;
    }

    private String deepCursor(URI url) throws IOException {
        String cursor = "";
        for (int page = 0; page < DEEP_PAGES; page++) {
            JsonNode answer = JsonMapper.shared()
                    .readTree(get(
                            url,
                            "/api/v1/workflows?limit=" + DEEP_LIMIT + (cursor.isEmpty() ? "" : "&cursor=" + cursor)));
            if (answer.get("next").isNull()) {
                break;
            }
            cursor = answer.get("next").asString();
        }
        return cursor;
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
