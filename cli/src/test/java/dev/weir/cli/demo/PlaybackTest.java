package dev.weir.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlaybackTest {
    private static final long NOW = Instant.parse("2026-03-04T10:20:30.400Z").toEpochMilli();
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final List<DemoEvent> ALL = all(new Playback(Family.ALL, NOW - 6 * HOUR, NOW), NOW);
    private static final List<DemoEvent> SIX_HOURS = of(Channel.WORKFLOWS);

    private static List<DemoEvent> of(Channel channel) {
        return ALL.stream().filter(event -> event.channel() == channel).toList();
    }

    private static List<DemoEvent> all(Playback playback, long until) {
        return playback.until(until, Integer.MAX_VALUE);
    }

    private static String text(DemoEvent event, String field) {
        return String.valueOf(event.fields().get(field));
    }

    private static Map<String, List<DemoEvent>> byExecution(List<DemoEvent> events) {
        return events.stream().collect(Collectors.groupingBy(event -> text(event, "executionId")));
    }

    @Test
    void isTheSameEveryTimeHoweverItIsAskedFor() {
        Playback inPieces = new Playback(Family.ALL, NOW - 6 * HOUR, NOW);
        List<DemoEvent> pieces = new ArrayList<>();
        for (long until = NOW - 6 * HOUR; until < NOW; until += 12_345_678) {
            for (List<DemoEvent> piece = inPieces.until(until, 777);
                    !piece.isEmpty();
                    piece = inPieces.until(until, 777)) {
                pieces.addAll(piece);
            }
        }
        pieces.addAll(all(inPieces, NOW));

        assertThat(pieces).isEqualTo(ALL);
    }

    @Test
    void tellsSixHoursInSomeThousandRunsInOrderAndNothingOfTheFuture() {
        assertThat(ALL).isSortedAccordingTo(Comparator.comparingLong(DemoEvent::atMs));
        assertThat(SIX_HOURS.get(SIX_HOURS.size() - 1).atMs()).isBetween(NOW - 5_000, NOW);
        assertThat(SIX_HOURS.get(0).atMs()).isBetween(NOW - 6 * HOUR, NOW - 6 * HOUR + 60_000);
        assertThat(byExecution(SIX_HOURS)).hasSizeBetween(2_000, 9_000);
        assertThat(SIX_HOURS).hasSizeBetween(25_000, 110_000);
    }

    @Test
    void onEverySurfaceSomebodyWaitsForSignals() {
        List<DemoEvent> told = of(Channel.TELEMETRY);
        assertThat(told).hasSizeBetween(1_000, 12_000);
        assertThat(told.stream().map(DemoEvent::id)).doesNotHaveDuplicates();
        assertThat(told.stream().map(event -> text(event, "eventType")))
                .contains(
                        "signal.start",
                        "signal.cache_hit",
                        "signal.cold_start",
                        "signal.rendered",
                        "signal.timeout",
                        "signal.error");
        for (String surface : List.of("ui", "cli", "ci")) {
            List<Long> waits = told.stream()
                    .filter(event -> text(event, "surface").equals(surface)
                            && text(event, "eventType").equals("signal.rendered"))
                    .map(event -> Long.valueOf(text(event, "ttfsMs")))
                    .toList();
            assertThat(waits).hasSizeGreaterThan(50);
            assertThat(waits.stream().filter(ms -> ms <= 2_000).count()).isGreaterThan(waits.size() / 2);
            assertThat(waits).anyMatch(ms -> ms > 2_000);
        }
    }

    @Test
    void everyEventHasAnIdOfItsOwnThatOrdersItsRun() {
        Set<String> ids = new HashSet<>();
        Map<String, String> last = new HashMap<>();
        for (DemoEvent event : SIX_HOURS) {
            String id = text(event, "eventId");
            assertThat(ids.add(id)).as("%s twice", id).isTrue();
            String before = last.put(text(event, "executionId"), id);
            assertThat(before == null || before.compareTo(id) < 0)
                    .as("%s after %s", id, before)
                    .isTrue();
        }
    }

    @Test
    void showsEveryKindOfEventEveryEnvironmentAndSeveralServices() {
        Set<String> types = new TreeSet<>();
        Set<String> environments = new TreeSet<>();
        Set<String> services = new TreeSet<>();
        SIX_HOURS.forEach(event -> {
            types.add(text(event, "type"));
            environments.add(text(event, "env"));
            services.add(text(event, "serviceKey"));
        });

        assertThat(types)
                .containsExactly(
                        "retry.exhausted",
                        "retry.scheduled",
                        "sleep.completed",
                        "sleep.started",
                        "stage_completed",
                        "stage_started",
                        "step.completed",
                        "step.failed",
                        "step.started",
                        "timeout.exceeded",
                        "timeout.set",
                        "workflow.cancelled",
                        "workflow.completed",
                        "workflow.failed",
                        "workflow.paused",
                        "workflow.queued",
                        "workflow.resumed",
                        "workflow.started");
        assertThat(environments).containsExactly("development", "production", "staging");
        assertThat(services).containsExactly("billing", "media", "onboarding", "orders", "payouts", "search", "studio");
    }

    @Test
    void flowsAtAFewEventsPerSecondAndFailsNowAndThen() {
        List<DemoEvent> live = all(new Playback(Family.ALL, NOW, NOW), NOW + 6 * HOUR);

        double perSecond = live.size() / 21_600.0;
        assertThat(perSecond).isBetween(5.0, 20.0);
        assertThat(share(live, "workflow.failed", "workflow.started")).isBetween(0.01, 0.12);
        assertThat(share(live, "step.failed", "step.started")).isBetween(0.01, 0.12);
    }

    private static double share(List<DemoEvent> events, String some, String all) {
        return (double) events.stream()
                        .filter(event -> text(event, "type").equals(some))
                        .count()
                / events.stream()
                        .filter(event -> text(event, "type").equals(all))
                        .count();
    }

    @Test
    void leavesSomeRunsOpenThatHaveLongBeenSilentOrShouldHaveResumed() {
        long silent = 0;
        long overdue = 0;
        for (List<DemoEvent> run : byExecution(SIX_HOURS).values()) {
            DemoEvent last = run.get(run.size() - 1);
            boolean ended = text(last, "type").matches("workflow\\.(completed|failed|cancelled)");
            silent += !ended && text(last, "type").equals("step.started") && last.atMs() < NOW - 10 * 60_000 ? 1 : 0;
            Object resumeAt = last.fields().get("resumeAt");
            overdue += resumeAt != null && Instant.parse((String) resumeAt).toEpochMilli() < NOW - 60_000 ? 1 : 0;
        }
        assertThat(silent).isBetween(1L, 40L);
        assertThat(overdue).isBetween(1L, 60L);
    }

    /** By stage of production: how many passes there were, how many of them were late, and how many are under way late. */
    @Test
    void titlesGoThroughTheirStagesSomeAgainSomeLateAndSomeLateNow() {
        Map<String, List<DemoEvent>> titles = SIX_HOURS.stream()
                .filter(event -> text(event, "serviceKey").equals("studio"))
                .collect(Collectors.groupingBy(event -> text(event, "env") + text(event, "workflowId")));
        Map<String, Integer> passes = new HashMap<>();
        int missed = 0;
        int overdue = 0;
        int open = 0;
        int again = 0;
        for (List<DemoEvent> title : titles.values()) {
            Set<String> seen = new HashSet<>();
            for (int i = 0; i < title.size(); i += 2) {
                DemoEvent start = title.get(i);
                DemoEvent end = i + 1 < title.size() ? title.get(i + 1) : null;
                String stage = text(start, "workflowStage");
                passes.merge(stage, 1, Integer::sum);
                again += seen.add(stage) ? 0 : 1;
                boolean late = (end == null ? NOW : end.atMs())
                        > Instant.parse(text(start, "slaDueTimestamp")).toEpochMilli();
                missed += late && end != null ? 1 : 0;
                overdue += late && end == null ? 1 : 0;
                open += end == null ? 1 : 0;
                assertThat(text(start, "type")).isEqualTo("stage_started");
                assertThat(end == null ? stage : text(end, "workflowStage")).isEqualTo(stage);
            }
        }
        assertThat(passes).containsOnlyKeys("ingest", "transcode", "QC", "localize", "publish");
        assertThat(titles).hasSizeBetween(80, 600);
        assertThat(again).isBetween(10, 200);
        assertThat(missed).isBetween(10, 300);
        assertThat(overdue).isBetween(2, 40);
        assertThat(open).isBetween(15, 100);
    }

    private static Map<?, ?> data(DemoEvent event) {
        return event.fields().get("data") instanceof Map<?, ?> data ? data : Map.of();
    }

    /** The envelopes of each session, by its request id. */
    private static Map<String, List<DemoEvent>> sessions() {
        return of(Channel.NETWORK).stream()
                .filter(event -> data(event).containsKey("request_id"))
                .collect(Collectors.groupingBy(event -> "" + data(event).get("request_id")));
    }

    private static long told(List<DemoEvent> session, String type) {
        return session.stream()
                .filter(event -> type.equals(data(event).get("type")))
                .count();
    }

    @Test
    void sessionsStartOrNotSwapAndAreUpdatedAndSnapshotsTellOfOrchestrators() {
        Map<String, List<DemoEvent>> sessions = sessions();
        Map<String, Integer> with = new HashMap<>();
        for (List<DemoEvent> session : sessions.values()) {
            assertThat(told(session, "gateway_receive_stream_request")).isEqualTo(1);
            for (String type : List.of(
                    "gateway_receive_few_processed_segments",
                    "gateway_no_orchestrators_available",
                    "orchestrator_swap",
                    "params_update",
                    "error",
                    "gateway_ingest_stream_closed")) {
                with.merge(type, told(session, type) > 0 ? 1 : 0, Integer::sum);
            }
        }
        assertThat(sessions).hasSizeBetween(100, 500);
        assertThat(with.get("gateway_receive_few_processed_segments")).isBetween(80, sessions.size() - 10);
        assertThat(with.get("gateway_no_orchestrators_available")).isBetween(1, 40);
        assertThat(with.get("orchestrator_swap")).isBetween(3, 60);
        assertThat(with.get("params_update")).isBetween(20, sessions.size());
        assertThat(with.get("error")).isBetween(50, sessions.size());
        assertThat(with.get("gateway_ingest_stream_closed")).isBetween(80, sessions.size() - 1);
        assertThat(of(Channel.NETWORK).stream()
                        .filter(event -> text(event, "type").equals("network_capabilities")))
                .hasSize(120);
        assertThat(of(Channel.NETWORK).stream().map(DemoEvent::id).distinct())
                .hasSize(of(Channel.NETWORK).size());
    }

    @Test
    void knowsItsOwnSessionsOnly() {
        Family family = Family.ALL.get(3);
        String known = sessions().keySet().iterator().next();

        assertThat(family.marked(known))
                .hasValueSatisfying(
                        story -> assertThat(data(story.events().get(0)).get("request_id"))
                                .isEqualTo(known));
        for (String other : List.of("", "live-", "live-!", "live-zzz", "x" + known, known + "0")) {
            assertThat(family.marked(other)).as(other).isEmpty();
        }
    }

    @Test
    void runsSomeIdsAgain() {
        Map<String, Long> executions = SIX_HOURS.stream()
                .filter(event -> text(event, "workflowName").equals("reindexCatalogue"))
                .filter(event -> text(event, "type").equals("workflow.started"))
                .collect(Collectors.groupingBy(
                        event -> text(event, "env") + " " + text(event, "workflowId"), Collectors.counting()));

        assertThat(executions.get("production catalogue-jp")).isBetween(4L, 60L);
    }

    @Test
    void goesOnWithARunWhereAnEarlierPlaybackStopped() {
        Map<String, List<DemoEvent>> toldBefore = byExecution(SIX_HOURS);
        String open = toldBefore.entrySet().stream()
                .filter(run -> text(run.getValue().get(run.getValue().size() - 1), "type")
                        .equals("workflow.paused"))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
        Playback next = new Playback(Family.ALL, NOW + 20 * HOUR, NOW + 20 * HOUR);
        next.resume(open, NOW);
        next.resume("somebody-else", NOW);

        List<DemoEvent> rest = all(next, NOW + 20 * HOUR);

        assertThat(rest)
                .isNotEmpty()
                .allMatch(event -> text(event, "executionId").equals(open) && event.atMs() > NOW);
        assertThat(text(rest.get(rest.size() - 1), "type")).matches("workflow\\.(completed|failed|cancelled)");
    }

    @Test
    void knowsItsOwnRunsOnly() {
        Family runs = Family.ALL.get(0);
        String known = text(SIX_HOURS.get(0), "executionId");

        assertThat(runs.marked(known))
                .hasValueSatisfying(story -> assertThat(story.events()).contains(SIX_HOURS.get(0)));
        Family titles = Family.ALL.get(1);
        DemoEvent ofTitle = SIX_HOURS.stream()
                .filter(event -> text(event, "serviceKey").equals("studio"))
                .findFirst()
                .orElseThrow();
        assertThat(titles.marked(text(ofTitle, "workflowId")))
                .isPresent()
                .isEqualTo(titles.marked(text(ofTitle, "executionId")));
        assertThat(titles.marked("other-" + text(ofTitle, "workflowId"))).isEmpty();
        for (String other : List.of("", "demo-", "demo-!", "demo-zzz", known.toUpperCase(Locale.ROOT), known + "0")) {
            assertThat(runs.marked(other)).as(other).isEmpty();
            assertThat(titles.marked(other)).as(other).isEmpty();
        }
    }
}
