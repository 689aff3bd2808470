package dev.weir.core.stage;

import static dev.weir.core.stage.Story.story;
import static dev.weir.core.stage.Story.time;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StageSlaTest {
    private static final double MINUTE = 60_000;

    private static StageSla at(String now, Story... stories) {
        return StageSla.of(List.of(stories).stream().map(Story::row).toList(), time(now));
    }

    private static Story done(String start, String due, String end) {
        return story().at(start).start("QC", due).at(end).complete("QC");
    }

    @Test
    void aCompletionAfterTheDueTimeMissesIt() {
        StageSla sla = at("12:00", done("10:00", "10:30", "10:30"), done("10:00", "10:30", "10:40"));
        assertThat(sla.met()).isEqualTo(1);
        assertThat(sla.missed()).isEqualTo(1);
        assertThat(sla.missedBy().meanMs()).isEqualTo(10 * MINUTE);
        assertThat(sla.missRate()).isEqualTo(0.5);
        assertThat(sla.overdueNow()).isZero();
    }

    @Test
    void oneMicrosecondIsLate() {
        assertThat(at("12:00", done("10:00", "10:30", "10:30:00.000001")).missed())
                .isEqualTo(1);
    }

    @Test
    void thoseWithoutADueTimeCountAsCompletedOnly() {
        StageSla sla =
                at("12:00", done("10:00", "10:30", "10:40"), story().start("QC").complete("QC"));
        assertThat(sla.withoutSla()).isEqualTo(1);
        assertThat(sla.missRate()).isEqualTo(0.5);
        assertThat(sla.missRateWithSla()).isEqualTo(1.0);
    }

    @Test
    void nothingHasNoRate() {
        assertThat(at("12:00").missRate()).isNull();
        assertThat(at("12:00").missRateWithSla()).isNull();
    }

    @Test
    void anOpenStageIsOverdueByItsLatestStart() {
        Story again = done("10:00", "10:30", "10:20").at("11:00").start("QC", "11:30");
        StageSla before = at("11:30", again);
        assertThat(before.overdueNow()).isZero();
        StageSla after = at("11:40", again);
        assertThat(after.overdueNow()).isEqualTo(1);
        assertThat(after.overdueBy().meanMs()).isEqualTo(10 * MINUTE);
        assertThat(after.met()).isEqualTo(1);
        assertThat(after.missed()).isZero();
    }

    @Test
    void aLatestStartWithoutADueTimeIsNeverOverdue() {
        assertThat(at("23:00", story().at("10:00").start("QC", "10:30").start("QC"))
                        .overdueNow())
                .isZero();
    }

    @Test
    void theEarliestDueTimeOfAllStartsHoldsForTheCompletion() {
        Story story = story().at("10:00")
                .start("QC", "11:00")
                .start("QC", "10:30")
                .start("QC", "12:00")
                .at("10:45")
                .complete("QC");
        StageRow row = story.row();
        assertThat(row.firstSlaDue()).isEqualTo(time("11:00"));
        assertThat(row.lastSlaDue()).isEqualTo(time("12:00"));
        assertThat(row.earliestSlaDue()).isEqualTo(time("10:30"));
        assertThat(at("13:00", story).missed()).isEqualTo(1);
    }

    @Test
    void whatStartedLaterThanItEndedOrNeverIsLeftOut() {
        StageSla sla = at(
                "12:00",
                story().at("10:00").complete("QC").at("10:10").start("QC", "10:05"),
                story().at("10:00").complete("QC"));
        assertThat(sla.leftOut()).isEqualTo(2);
        assertThat(sla.missed() + sla.met() + sla.withoutSla()).isZero();
    }

    @Test
    void inFlightInBothMeanings() {
        List<StageRow> rows = List.of(
                story().at("10:00").start("QC", "10:30").row(),
                done("09:00", "09:30", "09:10").at("11:00").start("QC", "11:50").row(),
                done("09:00", "09:30", "09:10").row());
        assertThat(StageInFlight.neverCompleted(rows, time("12:00")))
                .containsExactly(
                        new StageInFlight(rows.get(0), time("10:00"), 120 * 60_000, time("10:30"), -90 * 60_000L));
        assertThat(StageInFlight.openNow(rows, time("11:40")))
                .containsExactly(
                        new StageInFlight(rows.get(0), time("10:00"), 100 * 60_000, time("10:30"), -70 * 60_000L),
                        new StageInFlight(rows.get(1), time("11:00"), 40 * 60_000, time("11:50"), 10 * 60_000L));
    }

    @Test
    void rework() {
        List<StageRow> rows = List.of(
                done("09:00", "09:30", "09:10")
                        .at("11:00")
                        .start("QC")
                        .at("11:30")
                        .complete("QC")
                        .start("QC")
                        .row(),
                done("09:00", "09:30", "09:20").row());
        StageRework rework = StageRework.of(rows);
        assertThat(rework).isEqualTo(new StageRework(1, 2, 60 * 60_000, 30 * 60_000));
        assertThat(rework.share()).isEqualTo(0.5);
        assertThat(StageRework.of(List.of()).share()).isNull();
    }
}
