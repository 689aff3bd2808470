package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.stage.CycleTime;
import dev.weir.core.stage.StageEvent;
import dev.weir.core.stage.StageEventType;
import dev.weir.core.stage.StageFlow;
import dev.weir.core.stage.StagePass;
import dev.weir.core.stage.StageRow;
import dev.weir.core.stage.StageTransition;
import dev.weir.core.stage.StepStages;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the rows of any history say is what one finds by looking at its events, without any state. */
class StageRowsInvariantsTest {

    @Test
    void edgesAndCountsAreThoseOfTheEvents() {
        Seeds.each(seed -> {
            List<StageEvent> history = StageHistories.history(seed);
            List<StageRow> rows = rows(seed, history);
            assertThat(rows).extracting(StageRow::workflowStage).doesNotHaveDuplicates();
            assertThat(rows.stream()
                            .mapToInt(row -> row.starts() + row.completions())
                            .sum())
                    .isEqualTo(history.size());
            for (StageRow row : rows) {
                List<Instant> starts = times(history, row, StageEventType.STARTED);
                List<Instant> completions = times(history, row, StageEventType.COMPLETED);
                assertThat(row.starts()).isEqualTo(starts.size());
                assertThat(row.completions()).isEqualTo(completions.size());
                assertThat(row.firstStartedAt()).isEqualTo(first(starts));
                assertThat(row.lastStartedAt()).isEqualTo(last(starts));
                assertThat(row.firstCompletedAt()).isEqualTo(first(completions));
                assertThat(row.lastCompletedAt()).isEqualTo(last(completions));
                assertThat(row.openNow()).isEqualTo(starts.size() > completions.size());
                assertThat(row.neverCompleted()).isEqualTo(!starts.isEmpty() && completions.isEmpty());
                assertThat(row.earliestSlaDue())
                        .isEqualTo(ofStage(history, row)
                                .map(StageEvent::slaDue)
                                .filter(Objects::nonNull)
                                .min(Long::compare)
                                .map(due -> RunRows.instant(due.longValue()))
                                .orElse(null));
            }
        });
    }

    @Test
    void passesPairTheStartsWithTheCompletionsInTheirOrder() {
        Seeds.each(seed -> {
            List<StageEvent> history = StageHistories.history(seed);
            for (StageRow row : rows(seed, history)) {
                List<Instant> starts = times(history, row, StageEventType.STARTED);
                List<Instant> completions = times(history, row, StageEventType.COMPLETED);
                assertThat(row.passes()).hasSize(Math.max(starts.size(), completions.size()));
                for (int i = 0; i < row.passes().size(); i++) {
                    assertThat(row.passes().get(i)).isEqualTo(new StagePass(i + 1, at(starts, i), at(completions, i)));
                }
                assertThat(row.passes().get(0).durationMs()).isEqualTo(row.firstPassMs());
                assertThat(row.touchMs())
                        .isEqualTo(row.passes().stream()
                                .map(StagePass::durationMs)
                                .filter(Objects::nonNull)
                                .mapToLong(Long::longValue)
                                .sum());
            }
        });
    }

    @Test
    void everyCompletedPassIsCountedOnce() {
        Seeds.each(seed -> {
            List<StageRow> rows = rows(seed, StageHistories.history(seed));
            CycleTime time = CycleTime.of(rows);
            assertThat(time.perPass().n() + time.invertedPasses() + time.passesWithoutStart())
                    .isEqualTo(rows.stream().mapToLong(StageRow::completions).sum());
        });
    }

    @Test
    void aFlowVisitsEveryPassAndNeverWaitsBackwards() {
        Seeds.each(seed -> {
            List<StageRow> rows = rows(seed, StageHistories.history(seed));
            StageFlow flow = StageFlow.of(rows);
            assertThat(flow.variant())
                    .hasSize(rows.stream().mapToInt(row -> row.passes().size()).sum());
            assertThat(flow.transitions()).hasSizeLessThan(flow.variant().size());
            assertThat(flow.transitions()).extracting(StageTransition::waitMs).allMatch(wait -> wait >= 0);
        });
    }

    @Test
    void stepsAsStagesAgreeWithTheRowsOfTheirRun() {
        Seeds.each(seed -> {
            for (RunState run : RunFold.fold(RunHistories.history(seed))) {
                List<StageRow> rows = StepStages.of(RunHistories.key(seed), run);
                assertThat(rows.stream().mapToInt(row -> row.passes().size()).sum())
                        .isEqualTo(run.attempts().size());
                for (StageRow row : rows) {
                    assertThat(row.openNow() && (row.abandoned() || run.isEnded()))
                            .isFalse();
                    assertThat(row.completions())
                            .isLessThanOrEqualTo(row.passes().size());
                    assertThat(row.extraStarts()).isLessThan(row.passes().size());
                }
            }
        });
    }

    private static List<StageRow> rows(long seed, List<StageEvent> history) {
        StageFolding fold = new StageFolding(RunHistories.key(seed));
        return fold.rows(fold.fold(history));
    }

    private static Stream<StageEvent> ofStage(List<StageEvent> history, StageRow row) {
        return history.stream().filter(event -> event.stage().equals(row.workflowStage()));
    }

    private static List<Instant> times(List<StageEvent> history, StageRow row, StageEventType type) {
        return ofStage(history, row)
                .filter(event -> event.type() == type)
                .map(event -> RunRows.instant(event.at()))
                .sorted()
                .toList();
    }

    private static Instant first(List<Instant> times) {
        return at(times, 0);
    }

    private static Instant last(List<Instant> times) {
        return at(times, times.size() - 1);
    }

    private static Instant at(List<Instant> times, int index) {
        return index >= 0 && index < times.size() ? times.get(index) : null;
    }
}
