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
    private static final List<DemoEvent> SIX_HOURS = all(new Playback(Family.ALL, NOW - 6 * HOUR, NOW), NOW);

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

        assertThat(pieces).isEqualTo(SIX_HOURS);
    }

    @Test
    void tellsSixHoursInSomeThousandRunsInOrderAndNothingOfTheFuture() {
        assertThat(SIX_HOURS).isSortedAccordingTo(Comparator.comparingLong(DemoEvent::atMs));
        assertThat(SIX_HOURS.get(SIX_HOURS.size() - 1).atMs()).isBetween(NOW - 5_000, NOW);
        assertThat(SIX_HOURS.get(0).atMs()).isBetween(NOW - 6 * HOUR, NOW - 6 * HOUR + 60_000);
        assertThat(byExecution(SIX_HOURS)).hasSizeBetween(2_000, 9_000);
        assertThat(SIX_HOURS).hasSizeBetween(25_000, 110_000);
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
        assertThat(services).containsExactly("billing", "media", "onboarding", "orders", "payouts", "search");
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
        for (String other : List.of("", "demo-", "demo-!", "demo-zzz", known.toUpperCase(Locale.ROOT), known + "0")) {
            assertThat(runs.marked(other)).as(other).isEmpty();
        }
    }
}
