package dev.weir.core.signal;

import static dev.weir.core.run.Events.events;
import static dev.weir.core.run.Events.time;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.Events;
import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunState;
import dev.weir.core.signal.WorkflowHistory.Repair;
import dev.weir.core.stage.StageBuckets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is learned from failures. */
class LearningTest {
    private static final long DAY = 86_400_000_000L;
    private static final long NOW = time("12:00");

    @Test
    void confidenceIsAStatedFunction() {
        assertThat(Confidence.of(0, NOW, NOW)).isZero();
        assertThat(Confidence.of(1, NOW, NOW)).isEqualTo(0.333);
        assertThat(Confidence.of(2, NOW, NOW)).isEqualTo(0.5);
        assertThat(Confidence.of(43, NOW, NOW)).isEqualTo(0.956);
        assertThat(Confidence.of(43, NOW - 30 * DAY, NOW)).isEqualTo(0.478);
        assertThat(Confidence.of(43, NOW + DAY, NOW)).isEqualTo(0.956);
        assertThat(Confidence.of(Long.MAX_VALUE / 2, NOW, NOW)).isEqualTo(1);
        assertThat(Confidence.of(1, 0, Long.MAX_VALUE)).isZero();
    }

    @Test
    void confidenceGrowsWithSamplesAndDecaysWithAge() {
        for (long samples = 1; samples < 200; samples++) {
            for (int days = 0; days < 200; days++) {
                double here = Confidence.of(samples, NOW - days * DAY, NOW);
                assertThat(here)
                        .isBetween(0.0, 1.0)
                        .isLessThanOrEqualTo(Confidence.of(samples + 1, NOW - days * DAY, NOW))
                        .isGreaterThanOrEqualTo(Confidence.of(samples, NOW - (days + 1) * DAY, NOW));
                assertThat(here * 1000).isEqualTo(Math.rint(here * 1000));
            }
        }
    }

    @Test
    void aSingleSampleIsDisabledWithinAWeekAndManyAfterTwoMonths() {
        assertThat(Confidence.of(1, NOW - 7 * DAY, NOW)).isLessThan(0.3);
        assertThat(Confidence.of(1000, NOW - 50 * DAY, NOW)).isGreaterThan(0.3);
        assertThat(Confidence.of(1000, NOW - 60 * DAY, NOW)).isLessThan(0.3);
    }

    @Test
    void repairTimesOfExactDurations() {
        assertThat(RepairTimes.of(new long[0])).isEqualTo(RepairTimes.NONE);
        assertThat(RepairTimes.of(new long[] {900_000, 100_000, 300_000})).isEqualTo(new RepairTimes(300L, 840L, 3));
        assertThat(RepairTimes.of(new long[] {1500})).isEqualTo(new RepairTimes(2L, 2L, 1));
        assertThat(RepairTimes.of(new long[] {20})).isEqualTo(new RepairTimes(1L, 1L, 1));
    }

    @Test
    void bucketsAndTheValuesOfTheDecisiveOnesAreExact() {
        Random random = new Random(7);
        for (int n = 1; n < 400; n++) {
            long[] repairs = random.longs(n, 0, 2_000_000).sorted().toArray();
            StageBuckets buckets = new StageBuckets();
            Arrays.stream(repairs).forEach(buckets::addDuration);
            Map<Integer, long[]> values = new HashMap<>();
            for (int bucket : RepairTimes.decisive(buckets)) {
                values.put(
                        bucket,
                        Arrays.stream(repairs)
                                .filter(ms -> StageBuckets.of(ms) == bucket)
                                .toArray());
            }
            assertThat(values.size()).isLessThanOrEqualTo(4);
            assertThat(RepairTimes.of(buckets, values)).isEqualTo(RepairTimes.of(repairs));
        }
    }

    @Test
    void withoutTheValuesBucketsAreWithinOnePercent() {
        StageBuckets buckets = new StageBuckets();
        assertThat(RepairTimes.decisive(buckets)).isEmpty();
        assertThat(RepairTimes.of(buckets, Map.of())).isEqualTo(RepairTimes.NONE);
        buckets.add(StageBuckets.of(3_000_000), 3);
        RepairTimes times = RepairTimes.of(buckets, Map.of());
        assertThat(times.p50Seconds()).isBetween(2970L, 3030L);
        assertThat(times.p95Seconds()).isBetween(2970L, 3030L);
        assertThat(times.n()).isEqualTo(3);
    }

    private static Outcome ended(SignalKind how, String at, int seq) {
        return new Outcome(how, time(at), "order-1", seq, null);
    }

    @Test
    void aFailureLastsUntilTheNextSuccess() {
        List<Outcome> ended = List.of(
                ended(SignalKind.SUCCEEDED, "10:10", 5),
                ended(SignalKind.FAILED, "10:00", 2),
                ended(SignalKind.FAILED, "10:20", 6),
                ended(SignalKind.CANCELED, "10:06", 4),
                ended(SignalKind.FAILED, "10:05", 3),
                ended(SignalKind.SUCCEEDED, "09:00", 1));
        assertThat(WorkflowHistory.repairs(ended))
                .containsExactly(
                        new Repair(2, time("10:00"), 600_000L),
                        new Repair(3, time("10:05"), 300_000L),
                        new Repair(6, time("10:20"), null));
    }

    @Test
    void aSuccessOfTheSameMomentDidNotFollow() {
        List<Outcome> ended = List.of(
                ended(SignalKind.FAILED, "10:00", 1),
                ended(SignalKind.SUCCEEDED, "10:00", 2),
                ended(SignalKind.SUCCEEDED, "10:01", 3),
                ended(SignalKind.SUCCEEDED, "10:02", 4));
        assertThat(WorkflowHistory.repairs(ended)).containsExactly(new Repair(1, time("10:00"), 60_000L));
        assertThat(WorkflowHistory.repairs(ended.subList(0, 2))).containsExactly(new Repair(1, time("10:00"), null));
    }

    @Test
    void theRunBeforeEndedBeforeThisOneBegan() {
        List<WorkflowEvent> history = events().at("10:00")
                .started()
                .at("10:01")
                .failed()
                .started()
                .at("10:02")
                .completed()
                .list();
        List<RunState> runs = RunFold.fold(history);
        Outcome first = Outcome.of(Told.KEY, runs.get(0));
        Outcome second = Outcome.of(Told.KEY, runs.get(1));
        assertThat(first).isEqualTo(new Outcome(SignalKind.FAILED, time("10:01"), "order-1", 1, 60_000L));
        Outcome other = new Outcome(SignalKind.CANCELED, time("10:00:30"), "order-0", 1, 5L);
        Outcome later = new Outcome(SignalKind.CANCELED, time("10:01:30"), "order-2", 1, 5L);
        List<Outcome> ended = List.of(second, first, other, later);
        assertThat(WorkflowHistory.previous(ended, "order-1", runs.get(1))).isEqualTo(first);
        assertThat(WorkflowHistory.previous(ended, "order-1", runs.get(0))).isNull();
        assertThat(WorkflowHistory.previous(ended, "order-3", runs.get(1))).isEqualTo(first);
        assertThat(Outcome.of(Told.KEY, Told.newest(events().started().list()))).isNull();
    }

    @Test
    void aRunDoesNotEndAsQueued() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Outcome(SignalKind.QUEUED, 0, "x", 1, null))
                .withMessage("A run does not end as queued");
    }

    @Test
    void aFailureIsASampleOfItsSignature() {
        List<WorkflowEvent> history = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .stepFailed("charge", 1, false)
                .failed()
                .error("declined", "E_CARD")
                .list();
        Failure failure = Failure.of(Told.KEY, Told.newest(history), Told.PHASES, Told.texts(history));
        assertThat(failure)
                .isEqualTo(new Failure(Told.KEY.id(), 1, time("10:00"), "E_CARD", SignalPhase.ANALYZE, "charge"));
        assertThat(SignaturePattern.of(failure).text())
                .isEqualTo("{\"phase\": \"analyze\", \"error_code\": \"E_CARD\"}");
        List<WorkflowEvent> open = history.subList(0, 3);
        assertThat(Failure.of(Told.KEY, Told.newest(open), Told.PHASES, Told.texts(open)))
                .isNull();
    }

    private static long[] times(String... times) {
        return Arrays.stream(times).mapToLong(Events::time).toArray();
    }

    @Test
    void withoutASuccessItLastsUntilItPausesForTenTimesItsUsualInterval() {
        long[] samples = times("10:00", "10:01", "10:02", "10:12", "10:23", "10:24");
        assertThat(Episodes.repairsMs(samples, time("10:34")))
                .containsExactly(13 * 60_000L, 12 * 60_000L, 11 * 60_000L, 60_000L, null, null);
        assertThat(Episodes.repairsMs(samples, time("10:34:01"))).endsWith(120_000L, 60_000L);
    }

    @Test
    void nothingIsUsualOfTwo() {
        assertThat(Episodes.repairsMs(times("10:00", "10:01"), time("23:00"))).containsOnlyNulls();
        assertThat(Episodes.repairsMs(times("10:00", "10:00", "10:00"), time("10:00:11")))
                .containsOnly(1000L);
    }

    private static SignatureState state(Long resolvedAt, Long ignoredUntil, Integer limit) {
        return SignatureState.of(
                new SignatureState.Facts(NOW - 5 * DAY, NOW - DAY, 7, resolvedAt, ignoredUntil, limit), NOW);
    }

    @Test
    void statesFollowFromWhatIsKnown() {
        assertThat(state(null, null, null)).isEqualTo(SignatureState.KNOWN);
        assertThat(SignatureState.of(new SignatureState.Facts(NOW - DAY + 1, NOW, 1, null, null, null), NOW))
                .isEqualTo(SignatureState.NEW);
        assertThat(SignatureState.of(new SignatureState.Facts(NOW - DAY, NOW, 1, null, null, null), NOW))
                .isEqualTo(SignatureState.KNOWN);
        assertThat(state(NOW - DAY, null, null)).isEqualTo(SignatureState.RESOLVED);
        assertThat(state(NOW - DAY - 1, null, null)).isEqualTo(SignatureState.REGRESSED);
    }

    @Test
    void itIsIgnoredUntilADateOrARate() {
        assertThat(state(null, NOW + 1, null)).isEqualTo(SignatureState.IGNORED);
        assertThat(state(NOW - 3 * DAY, NOW + 1, null)).isEqualTo(SignatureState.IGNORED);
        assertThat(state(null, NOW, null)).isEqualTo(SignatureState.KNOWN);
        assertThat(state(null, null, 7)).isEqualTo(SignatureState.IGNORED);
        assertThat(state(null, null, 6)).isEqualTo(SignatureState.KNOWN);
        assertThat(state(null, NOW + 1, 6)).isEqualTo(SignatureState.KNOWN);
        assertThat(state(null, NOW, 7)).isEqualTo(SignatureState.KNOWN);
    }

    @ParameterizedTest
    @EnumSource
    void statesAreSpeltInSmallLetters(SignatureState state) {
        assertThat(SignatureState.of(state.label())).isEqualTo(state);
        assertThat(state.label()).matches("[a-z]+");
    }

    @Test
    void whatWasSeenBeforeIsToldInOneSentence() {
        RepairTimes fiveMinutes = new RepairTimes(300L, 900L, 40);
        assertThat(SeenBefore.sentence(43, fiveMinutes)).isEqualTo("Seen 43 times, usually gone after 5 min.");
        assertThat(SeenBefore.sentence(12_345, fiveMinutes)).isEqualTo("Seen 12,345 times, usually gone after 5 min.");
        assertThat(SeenBefore.sentence(3, new RepairTimes(300L, 300L, 1)))
                .isEqualTo("Seen 3 times, once gone after 5 min.");
        assertThat(SeenBefore.sentence(1, new RepairTimes(300L, 300L, 1))).isEqualTo("Seen once, gone after 5 min.");
        assertThat(SeenBefore.sentence(1, RepairTimes.NONE)).isEqualTo("Seen once; when it passes is not known.");
        assertThat(SeenBefore.sentence(43, RepairTimes.NONE)).isEqualTo("Seen 43 times; when it passes is not known.");
        assertThat(SeenBefore.sentence(0, RepairTimes.NONE)).isEqualTo("Not seen before.");
    }
}
