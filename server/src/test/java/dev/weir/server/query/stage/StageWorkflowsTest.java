package dev.weir.server.query.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.stage.StageInFlight;
import dev.weir.core.stage.StagePass;
import dev.weir.core.stage.StageRow;
import dev.weir.core.stage.StageSla;
import dev.weir.core.stage.StageSource;
import dev.weir.server.TestServer;
import dev.weir.server.project.StageStory;
import dev.weir.testkit.db.TestDatabase;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Whatever a figure on stages counts, the list behind it has exactly that. */
class StageWorkflowsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final List<StageStory> STORIES = StageStory.some(1_000, 90);
    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database, Map.of(), Clock.fixed(NOW, ZoneOffset.UTC));
        List<String> traffic = StageStory.traffic(STORIES, new Random(7));
        for (int from = 0; from < traffic.size(); from += 700) {
            List<String> batch = traffic.subList(from, Math.min(traffic.size(), from + 700));
            assertThat(server.post(StageStory.batch(batch)).status()).isEqualTo(200);
        }
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    private static JsonNode get(String question) {
        TestServer.Answer answer = server.get("/api/v1/stages/" + question);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json();
    }

    private static String encoded(JsonNode text) {
        return URLEncoder.encode(text.asString(), StandardCharsets.UTF_8);
    }

    /** A question of the other endpoints, and what of it the list is asked for. */
    private record Asked(String filter) {
        JsonNode figures(String endpoint, String more) {
            return get(endpoint + "?" + filter + "&" + more);
        }

        /** How often the list counts, which is as often as its pages together. */
        long behind(String more) {
            JsonNode answer = get("workflows?limit=1000&" + filter + "&" + more);
            long n = 0;
            for (JsonNode item : answer.get("items")) {
                assertThat(item.get("n").asLong()).as(item.toString()).isPositive();
                n += item.get("n").asLong();
            }
            assertThat(answer.get("total").asLong())
                    .isEqualTo(answer.get("items").size());
            assertThat(answer.get("n").asLong()).isEqualTo(n);
            return n;
        }

        long items(String more) {
            return get("workflows?limit=1000&" + filter + "&" + more)
                    .get("total")
                    .asLong();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "source=stage",
                "source=step",
                "source=stage&env=test&workflow=master",
                "source=stage&from=2025-03-01T10:20:30.456Z&to=2025-09-17T21:10:00.001Z",
                "source=step&from=2025-03-01T10:20:30.456Z",
            })
    void countsWhatTheFiguresCount(String filter) {
        Asked asked = new Asked(filter);
        for (JsonNode item : asked.figures("cycle-time", "").get("items")) {
            String stage = "stage=" + encoded(item.get("workflowStage"));
            checkCycleTime(asked, item, stage);
        }
        for (JsonNode item : asked.figures("cycle-time", "by=workflow").get("items")) {
            if (!filter.contains("workflow=")) {
                checkCycleTime(asked, item, "workflow=" + encoded(item.get("workflowName")));
            }
        }
        for (JsonNode item : asked.figures("sla", "").get("items")) {
            String stage = "stage=" + encoded(item.get("workflowStage"));
            assertThat(asked.behind(stage + "&is=missed")).isEqualTo(number(item, "missed"));
            assertThat(asked.behind(stage + "&is=met")).isEqualTo(number(item, "met"));
            assertThat(asked.behind(stage + "&is=without-sla")).isEqualTo(number(item, "withoutSla"));
            assertThat(asked.behind(stage + "&is=left-out")).isEqualTo(number(item, "leftOut"));
            assertThat(asked.behind(stage + "&is=overdue")).isEqualTo(number(item, "overdueNow"));
        }
        for (JsonNode item : asked.figures("rework", "").get("items")) {
            String stage = "stage=" + encoded(item.get("workflowStage"));
            assertThat(asked.behind(stage + "&is=started")).isEqualTo(number(item, "started"));
            assertThat(asked.items(stage + "&is=reworked")).isEqualTo(number(item, "reworked"));
            assertThat(asked.behind(stage + "&is=reworked")).isEqualTo(number(item, "extraStarts"));
        }
        for (String meaning : List.of("open-now", "never-completed")) {
            assertThat(asked.behind("is=" + meaning))
                    .isEqualTo(number(asked.figures("board", "meaning=" + meaning), "total"));
        }
    }

    private static void checkCycleTime(Asked asked, JsonNode item, String of) {
        assertThat(asked.behind(of + "&figure=first-pass")).isEqualTo(number(item.get("firstPass"), "n"));
        assertThat(asked.behind(of + "&figure=per-pass")).isEqualTo(number(item.get("perPass"), "n"));
        assertThat(asked.behind(of + "&figure=span")).isEqualTo(number(item.get("span"), "n"));
        assertThat(asked.behind(of + "&is=inverted")).isEqualTo(number(item, "invertedFirstPasses"));
        assertThat(asked.behind(of + "&is=inverted-passes")).isEqualTo(number(item, "invertedPasses"));
        assertThat(asked.behind(of + "&is=unstarted-passes")).isEqualTo(number(item, "passesWithoutStart"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"source=stage", "source=step", "source=stage&env=test&from=2025-03-01T10:20:30.456Z"})
    void countsWhatIsDrawn(String filter) {
        Asked asked = new Asked(filter);
        JsonNode flow = asked.figures("flow", "");
        for (JsonNode node : flow.get("nodes")) {
            String stage = "stage=" + encoded(node.get("workflowStage"));
            assertThat(asked.behind(stage)).isEqualTo(number(node, "n"));
            assertThat(asked.behind(stage + "&is=completed")).isEqualTo(number(node, "completed"));
        }
        for (JsonNode edge : flow.get("edges")) {
            String way = "stage=" + encoded(edge.get("toStage")) + "&fromStage=" + encoded(edge.get("fromStage"));
            assertThat(asked.behind(way + "&back=" + edge.get("back").asBoolean()))
                    .isEqualTo(number(edge, "n"));
        }
        for (String figure : List.of("first-pass", "per-pass", "span", "late")) {
            for (JsonNode item : asked.figures("durations", "figure=" + figure).get("items")) {
                for (JsonNode bar : item.get("bars")) {
                    assertThat(asked.behind("stage=" + encoded(item.get("workflowStage")) + "&figure=" + figure
                                    + "&atLeastMs=" + number(bar, "fromMs") + "&belowMs=" + number(bar, "toMs")))
                            .isEqualTo(number(bar, "n"));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"source=stage", "source=step", "source=stage&env=test", "source=stage&stage=QC"})
    void countsWhoTookAPath(String filter) {
        Asked asked = new Asked(filter);
        JsonNode variants = asked.figures("variants", "limit=1000");
        assertThat(asked.behind("variant=any")).isEqualTo(number(variants, "total"));
        for (JsonNode item : variants.get("items")) {
            String path = "variant=" + item.get("id").asString();
            assertThat(asked.behind(path)).isEqualTo(number(item, "n"));
            assertThat(asked.behind(path + "&is=open-now")).isEqualTo(number(item, "open"));
        }
    }

    /** What each kind means, said by the pure functions of the fold. */
    private static boolean is(StageKind kind, StageRow row) {
        StageSla sla = StageSla.of(List.of(row), NOW);
        return switch (kind) {
            case STARTED -> row.firstStartedAt() != null;
            case COMPLETED -> row.firstCompletedAt() != null;
            case MISSED -> sla.missed() > 0;
            case MET -> sla.met() > 0;
            case WITHOUT_SLA -> sla.withoutSla() > 0;
            case LEFT_OUT -> sla.leftOut() > 0;
            case OVERDUE -> sla.overdueNow() > 0;
            case OPEN_NOW -> !StageInFlight.openNow(List.of(row), NOW).isEmpty();
            case NEVER_COMPLETED ->
                !StageInFlight.neverCompleted(List.of(row), NOW).isEmpty();
            case ABANDONED -> row.abandoned();
            case REWORKED -> row.extraStarts() > 0;
            case INVERTED -> row.isInverted();
            case INVERTED_PASSES -> row.passes().stream().anyMatch(StagePass::isInverted);
            case UNSTARTED_PASSES -> row.passes().stream().anyMatch(pass -> pass.startedAt() == null);
        };
    }

    private static List<StageRow> rows(StageSource source) {
        Stream<List<StageRow>> workflows = source == StageSource.STAGE
                ? STORIES.stream().map(StageStory::rows)
                : STORIES.stream().flatMap(story -> story.steps().stream());
        return workflows.flatMap(List::stream).toList();
    }

    @ParameterizedTest
    @EnumSource(StageKind.class)
    void listsExactlyTheStagesThatAreMeant(StageKind kind) {
        Predicate<StageRow> meant = row -> is(kind, row);
        for (StageSource source : StageSource.values()) {
            List<List<Object>> found = new ArrayList<>();
            get("workflows?limit=1000&source=" + source.label() + "&is=" + kind.label)
                    .get("items")
                    .forEach(item -> found.add(told(item)));
            assertThat(found)
                    .containsExactlyInAnyOrderElementsOf(rows(source).stream()
                            .filter(meant)
                            .map(StageWorkflowsTest::told)
                            .toList());
        }
        assertThat(rows(StageSource.STAGE)).anyMatch(meant);
    }

    private static List<Object> told(StageRow row) {
        List<Long> late = StageOracle.late(row, NOW);
        return List.of(
                row.env(),
                row.workflowId(),
                row.runSeq(),
                row.workflowName(),
                row.workflowStage(),
                row.starts(),
                row.completions(),
                row.touchMs(),
                row.reworkMs(),
                millis(row.firstStartedAt()),
                millis(row.lastCompletedAt()),
                String.valueOf(row.spanMs()),
                late.isEmpty() ? "null" : String.valueOf(late.get(0)));
    }

    private static List<Object> told(JsonNode item) {
        return List.of(
                item.get("env").asString(),
                item.get("workflowId").asString(),
                item.get("runSeq").asInt(),
                item.get("workflowName").asString(),
                item.get("workflowStage").asString(),
                item.get("starts").asInt(),
                item.get("completions").asInt(),
                number(item, "touchMs"),
                number(item, "reworkMs"),
                time(item.get("firstStartedAt")),
                time(item.get("lastCompletedAt")),
                item.get("spanMs").isNull() ? "null" : item.get("spanMs").asString(),
                item.get("lateMs").isNull() ? "null" : item.get("lateMs").asString());
    }

    /** As the API tells moments. */
    private static String millis(@Nullable Instant at) {
        return at == null ? "null" : at.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    private static String time(JsonNode at) {
        return at.isNull() ? "null" : Instant.parse(at.asString()).toString();
    }

    private static long number(JsonNode item, String field) {
        return item.get(field).asLong();
    }

    @ParameterizedTest
    @ValueSource(strings = {"source=stage", "source=step&is=completed", "source=stage&stage=QC", "variant=any"})
    void comesPageByPageTheNewestFirst(String question) {
        List<String> all = new ArrayList<>();
        List<Instant> order = new ArrayList<>();
        get("workflows?limit=1000&" + question).get("items").forEach(item -> {
            all.add(item.toString());
            order.add(Instant.parse(item.get("at").asString()));
        });
        List<String> paged = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = get("workflows?limit=7&" + question + "&cursor=" + cursor);
            page.get("items").forEach(item -> paged.add(item.toString()));
            assertThat(number(page, "total")).isEqualTo(all.size());
            cursor = page.get("next").isNull() ? null : page.get("next").asString();
        } while (cursor != null);
        assertThat(all).hasSizeGreaterThan(7);
        assertThat(paged).isEqualTo(all);
        assertThat(order).isSortedAccordingTo((a, b) -> b.compareTo(a));
    }

    @Test
    void everyItemLinksToItsRun() {
        for (String question : List.of("source=stage", "source=step", "variant=any")) {
            JsonNode item = get("workflows?limit=1&" + question).get("items").get(0);
            TestServer.Answer run = server.get("/api/v1/workflows/" + encoded(item.get("env")) + "/"
                    + encoded(item.get("serviceKey")) + "/" + encoded(item.get("workflowId")) + "?run="
                    + item.get("runSeq").asInt());
            assertThat(run.status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "is=late|bad_value",
                "is=met&is=missed|bad_value",
                "figure=mean|bad_value",
                "atLeastMs=5|bad_value",
                "figure=span&belowMs=-1|bad_value",
                "back=true|bad_value",
                "fromStage=QC&back=perhaps|bad_value",
                "variant=ours|bad_value",
                "variant=any&is=missed|bad_value",
                "variant=any&figure=span|bad_value",
                "cursor=nonsense|bad_cursor",
                "cursor=OTk5OTk5OTk5OTk5OTk5OTk5OSAwIHg|bad_cursor",
                "meaning=open-now|unknown_parameter",
                "limit=0|bad_value",
            })
    void nonsenseIsRefused(String question, String code) {
        TestServer.Answer answer = server.get("/api/v1/stages/workflows?" + question);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("code").asString()).isEqualTo(code);
    }
}
