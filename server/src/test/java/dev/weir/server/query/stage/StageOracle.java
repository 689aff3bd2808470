package dev.weir.server.query.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.stage.CycleTime;
import dev.weir.core.stage.DurationStats;
import dev.weir.core.stage.StageFlow;
import dev.weir.core.stage.StageInFlight;
import dev.weir.core.stage.StagePass;
import dev.weir.core.stage.StageRework;
import dev.weir.core.stage.StageRow;
import dev.weir.core.stage.StageSla;
import dev.weir.core.stage.StageTransition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What the pure functions of the stage fold say to a question, beside what a server answered. */
final class StageOracle {
    private final List<List<StageRow>> workflows;
    private final Predicate<StageRow> wanted;
    private final boolean byWorkflow;

    /** @param workflows the stages of each, or the steps of each run */
    StageOracle(List<List<StageRow>> workflows, Predicate<StageRow> wanted, boolean byWorkflow) {
        this.workflows = workflows;
        this.wanted = wanted;
        this.byWorkflow = byWorkflow;
    }

    static Instant at(StageRow row) {
        Instant at = row.firstStartedAt() != null ? row.firstStartedAt() : row.firstCompletedAt();
        return at != null
                ? at
                : row.passes().stream()
                        .map(StagePass::endedAt)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
    }

    List<StageRow> rows() {
        return workflows.stream().flatMap(List::stream).filter(wanted).toList();
    }

    private Map<String, List<StageRow>> groups() {
        Function<StageRow, String> group = byWorkflow ? StageRow::workflowName : StageRow::workflowStage;
        return rows().stream().collect(Collectors.groupingBy(group, TreeMap::new, Collectors.toList()));
    }

    private Map<String, JsonNode> byGroup(JsonNode items) {
        Map<String, JsonNode> groups = new TreeMap<>();
        items.forEach(item -> groups.put(
                item.get(byWorkflow ? "workflowName" : "workflowStage").asString(), item));
        assertThat(groups).hasSize(items.size());
        return groups;
    }

    void checkCycleTime(JsonNode answer) {
        Map<String, JsonNode> items = byGroup(answer.get("items"));
        assertThat(items.keySet()).isEqualTo(groups().keySet());
        groups().forEach((group, rows) -> {
            CycleTime time = CycleTime.of(rows);
            JsonNode item = items.get(group);
            check(item.get("firstPass"), time.firstPass());
            check(item.get("perPass"), time.perPass());
            check(item.get("span"), time.span());
            assertThat(item.get("invertedFirstPasses").asLong()).isEqualTo(time.invertedFirstPasses());
            assertThat(item.get("invertedPasses").asLong()).isEqualTo(time.invertedPasses());
            assertThat(item.get("passesWithoutStart").asLong()).isEqualTo(time.passesWithoutStart());
        });
    }

    void checkSla(JsonNode answer, Instant now) {
        Map<String, JsonNode> items = byGroup(answer.get("items"));
        assertThat(items.keySet()).isEqualTo(groups().keySet());
        groups().forEach((group, rows) -> {
            StageSla sla = StageSla.of(rows, now);
            JsonNode item = items.get(group);
            assertThat(numbers(item, "missed", "met", "withoutSla", "leftOut", "overdueNow"))
                    .containsExactly(sla.missed(), sla.met(), sla.withoutSla(), sla.leftOut(), sla.overdueNow());
            assertThat(number(item.get("missRate"))).isEqualTo(sla.missRate());
            assertThat(number(item.get("missRateWithSla"))).isEqualTo(sla.missRateWithSla());
            check(item.get("missedBy"), sla.missedBy());
            check(item.get("overdueBy"), sla.overdueBy());
        });
    }

    void checkInFlight(JsonNode items, boolean openNow, Instant now) {
        List<StageInFlight> expected =
                openNow ? StageInFlight.openNow(rows(), now) : StageInFlight.neverCompleted(rows(), now);
        List<List<Object>> found = new ArrayList<>();
        items.forEach(item -> found.add(texts(item)));
        assertThat(found)
                .containsExactlyInAnyOrderElementsOf(expected.stream()
                        .map(open -> List.<Object>of(
                                open.stage().env(),
                                open.stage().workflowId(),
                                open.stage().runSeq(),
                                open.stage().workflowStage(),
                                open.since().toEpochMilli(),
                                open.ageMs(),
                                open.slaDue() == null
                                        ? "none"
                                        : (Object) open.slaDue().toEpochMilli(),
                                open.dueInMs() == null ? "none" : (Object) open.dueInMs()))
                        .toList());
    }

    /** Each group whole and in the order of urgency, and the first of it when fewer are asked for. */
    void checkBoard(JsonNode answer, boolean openNow, Instant now, int limit) {
        Map<String, JsonNode> items = byGroup(answer.get("items"));
        List<StageInFlight> all =
                openNow ? StageInFlight.openNow(rows(), now) : StageInFlight.neverCompleted(rows(), now);
        Map<String, List<StageInFlight>> expected = all.stream()
                .collect(Collectors.groupingBy(
                        open -> byWorkflow
                                ? open.stage().workflowName()
                                : open.stage().workflowStage(),
                        TreeMap::new,
                        Collectors.toList()));
        assertThat(items.keySet()).isEqualTo(expected.keySet());
        assertThat(answer.get("total").asLong()).isEqualTo(all.size());
        assertThat(answer.get("overdue").asLong()).isEqualTo(overdue(all, now));
        expected.forEach((group, open) -> {
            JsonNode column = items.get(group);
            assertThat(numbers(column, "total", "overdue")).containsExactly((long) open.size(), overdue(open, now));
            List<List<Object>> found = new ArrayList<>();
            column.get("items").forEach(item -> found.add(urgency(item)));
            assertThat(found)
                    .isEqualTo(open.stream()
                            .map(StageOracle::urgency)
                            .sorted(Comparator.comparing((List<Object> one) -> (Long) one.get(0))
                                    .thenComparing(one -> (Long) one.get(1)))
                            .limit(limit)
                            .toList());
        });
    }

    /** As of SLAs: by the latest start, whatever the stage is shown to be held to. */
    static long overdue(List<StageInFlight> open, Instant now) {
        return open.stream()
                .map(one -> one.stage().lastSlaDue())
                .filter(due -> due != null && due.isBefore(now))
                .count();
    }

    private static List<Object> urgency(StageInFlight open) {
        return List.of(
                open.slaDue() == null ? Long.MAX_VALUE : open.slaDue().toEpochMilli(),
                open.since().toEpochMilli());
    }

    private static List<Object> urgency(JsonNode item) {
        JsonNode due = item.get("slaDue");
        return List.of(
                due.isNull() ? Long.MAX_VALUE : Instant.parse(due.asString()).toEpochMilli(),
                Instant.parse(item.get("since").asString()).toEpochMilli());
    }

    /** Every duration lies in one bar, and bars are told in order, side by side, and never empty. */
    void checkBars(JsonNode answer, String figure, Instant now) {
        Map<String, JsonNode> items = byGroup(answer.get("items"));
        assertThat(items.keySet()).isEqualTo(groups().keySet());
        groups().forEach((group, rows) -> {
            List<Long> durations = durations(rows, figure, now);
            long end = 0;
            long counted = 0;
            for (JsonNode bar : items.get(group).get("bars")) {
                long from = bar.get("fromMs").asLong();
                assertThat(from).isGreaterThanOrEqualTo(end);
                end = bar.get("toMs").asLong();
                assertThat(end).isGreaterThan(from).isLessThanOrEqualTo(from + Math.max(1, from / 4));
                long to = end;
                assertThat(bar.get("n").asLong())
                        .isPositive()
                        .isEqualTo(durations.stream()
                                .filter(ms -> ms >= from && ms < to)
                                .count());
                counted += bar.get("n").asLong();
            }
            assertThat(counted).isEqualTo(durations.size());
            assertThat(items.get(group).get("n").asLong()).isEqualTo(durations.size());
        });
    }

    private static List<Long> durations(List<StageRow> rows, String figure, Instant now) {
        Stream<Long> all = switch (figure) {
            case "first-pass" -> rows.stream().map(StageRow::firstPassMs);
            case "per-pass" ->
                rows.stream().flatMap(row -> row.passes().stream()).map(StagePass::durationMs);
            case "span" -> rows.stream().map(StageRow::spanMs);
            default -> rows.stream().flatMap(row -> late(row, now).stream());
        };
        return all.filter(Objects::nonNull).toList();
    }

    static List<Long> late(StageRow row, Instant now) {
        DurationStats missedBy = StageSla.of(List.of(row), now).missedBy();
        return missedBy.n() == 0 ? List.of() : List.of(Math.round(missedBy.p50Ms()));
    }

    private static List<Object> texts(JsonNode item) {
        JsonNode due = item.get("slaDue");
        return List.of(
                item.get("env").asString(),
                item.get("workflowId").asString(),
                item.get("runSeq").asInt(),
                item.get("workflowStage").asString(),
                Instant.parse(item.get("since").asString()).toEpochMilli(),
                item.get("ageMs").asLong(),
                due.isNull() ? "none" : (Object) Instant.parse(due.asString()).toEpochMilli(),
                item.get("dueInMs").isNull()
                        ? "none"
                        : (Object) item.get("dueInMs").asLong());
    }

    void checkRework(JsonNode answer) {
        Map<String, JsonNode> items = byGroup(answer.get("items"));
        assertThat(items.keySet()).isEqualTo(groups().keySet());
        groups().forEach((group, rows) -> {
            StageRework rework = StageRework.of(rows);
            assertThat(numbers(items.get(group), "reworked", "extraStarts", "touchMs", "reworkMs"))
                    .containsExactly(rework.reworked(), rework.extraStarts(), rework.touchMs(), rework.reworkMs());
            assertThat(number(items.get(group).get("reworkShare"))).isEqualTo(rework.share());
        });
        int worst = rows().stream().mapToInt(StageRow::extraStarts).max().orElse(0);
        assertThat(answer.get("worst").isEmpty()).isEqualTo(worst == 0);
        if (worst > 0) {
            assertThat(answer.get("worst").get(0).get("extraStarts").asInt()).isEqualTo(worst);
        }
        checkEdges(answer.get("sentBack"), StageTransition::back);
    }

    void checkFlow(JsonNode answer) {
        Map<String, Long> nodes = new TreeMap<>();
        answer.get("nodes")
                .forEach(node -> nodes.put(
                        node.get("workflowStage").asString(), node.get("n").asLong()));
        assertThat(nodes)
                .isEqualTo(rows().stream()
                        .collect(Collectors.groupingBy(StageRow::workflowStage, TreeMap::new, Collectors.counting())));
        checkEdges(answer.get("edges"), transition -> true);
    }

    private void checkEdges(JsonNode edges, Predicate<StageTransition> wantedTransitions) {
        Map<List<Object>, List<Long>> expected = transitions()
                .filter(wantedTransitions)
                .collect(Collectors.groupingBy(
                        transition -> List.of(transition.from(), transition.to(), transition.back()),
                        Collectors.mapping(StageTransition::waitMs, Collectors.toList())));
        assertThat(edges).hasSize(expected.size());
        edges.forEach(edge -> {
            List<Long> waits = expected.get(List.of(
                    edge.get("fromStage").asString(),
                    edge.get("toStage").asString(),
                    edge.get("back").asBoolean()));
            assertThat(waits).as(edge.toString()).isNotNull();
            assertThat(edge.get("n").asLong()).isEqualTo(waits.size());
            check(
                    edge.get("waiting"),
                    DurationStats.of(waits.stream().mapToLong(Long::longValue).toArray()));
        });
    }

    /** Those that come to a stage which is asked for. */
    private Stream<StageTransition> transitions() {
        return workflows.stream().flatMap(rows -> {
            List<String> stages =
                    rows.stream().filter(wanted).map(StageRow::workflowStage).toList();
            return StageFlow.of(rows).transitions().stream().filter(transition -> stages.contains(transition.to()));
        });
    }

    /** Without a filter of stages or times, which mean something else here. */
    void checkVariants(JsonNode answer) {
        Map<List<String>, List<List<StageRow>>> expected = workflows.stream()
                .filter(rows -> rows.stream().anyMatch(wanted))
                .collect(Collectors.groupingBy(rows -> StageFlow.of(rows).variant()));
        long total = expected.values().stream().mapToLong(List::size).sum();
        assertThat(answer.get("total").asLong()).isEqualTo(total);
        assertThat(answer.get("variants").asLong()).isEqualTo(expected.size());
        long before = Long.MAX_VALUE;
        for (JsonNode item : answer.get("items")) {
            List<String> variant = new ArrayList<>();
            item.get("variant").forEach(stage -> variant.add(stage.asString()));
            List<List<StageRow>> took = Objects.requireNonNull(expected.remove(variant), item.toString());
            assertThat(item.get("n").asLong()).isEqualTo(took.size()).isLessThanOrEqualTo(before);
            assertThat(item.get("share").asDouble()).isEqualTo((double) took.size() / total);
            before = took.size();
            List<List<StageRow>> closed = took.stream()
                    .filter(rows -> rows.stream().noneMatch(StageRow::openNow))
                    .toList();
            assertThat(item.get("open").asLong()).isEqualTo(took.size() - closed.size());
            check(
                    item.get("cycleTime"),
                    DurationStats.of(
                            closed.stream().mapToLong(StageOracle::duration).toArray()));
        }
    }

    private static long duration(List<StageRow> rows) {
        List<Long> edges = rows.stream()
                .flatMap(row -> row.passes().stream())
                .flatMap((StagePass pass) -> Stream.of(pass.startedAt(), pass.endedAt()))
                .filter(Objects::nonNull)
                .map(Instant::toEpochMilli)
                .sorted()
                .toList();
        return edges.isEmpty() ? 0 : edges.get(edges.size() - 1) - edges.get(0);
    }

    private static void check(JsonNode figure, DurationStats stats) {
        assertThat(figure.get("n").asLong()).isEqualTo(stats.n());
        assertThat(number(figure.get("p50Ms"))).isEqualTo(stats.p50Ms());
        assertThat(number(figure.get("p90Ms"))).isEqualTo(stats.p90Ms());
        assertThat(number(figure.get("p99Ms"))).isEqualTo(stats.p99Ms());
        assertThat(number(figure.get("meanMs"))).isEqualTo(stats.meanMs());
        assertThat(figure.get("approximate").asBoolean()).isFalse();
    }

    private static List<Long> numbers(JsonNode item, String... fields) {
        return Stream.of(fields).map(field -> item.get(field).asLong()).toList();
    }

    private static Double number(JsonNode node) {
        return node.isNull() ? null : Double.valueOf(node.asDouble());
    }
}
