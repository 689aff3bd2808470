package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.run.RunRows;
import dev.weir.core.session.SegmentRow;
import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionEventType;
import dev.weir.core.session.SessionRow;
import dev.weir.core.session.SessionRows;
import dev.weir.core.session.SessionRules;
import dev.weir.core.session.StartupOutcome;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the rows of any history say is what one finds by looking at its events, without any state. */
class SessionRowsInvariantsTest {

    @Test
    void edgesCountsAndTimesAreThoseOfTheEvents() {
        Seeds.each(seed -> {
            List<SessionEvent> events = events(seed);
            SessionRow row = rows(seed).session();
            assertThat(row.sessionStartTs())
                    .isEqualTo(RunRows.instant(events.get(0).at()));
            assertThat(row.sessionEndTs())
                    .isEqualTo(RunRows.instant(events.get(events.size() - 1).at()));
            assertThat(row.firstStreamRequestTs()).isEqualTo(first(events, SessionEventType.STREAM_REQUESTED));
            assertThat(row.firstProcessedTs()).isEqualTo(first(events, SessionEventType.PROCESSED));
            assertThat(row.firstPlayableTs()).isEqualTo(first(events, SessionEventType.PLAYABLE));
            assertThat(row.closedTs()).isEqualTo(first(events, SessionEventType.CLOSED));
            assertThat(row.swapCount())
                    .isEqualTo((int) of(events, SessionEventType.SWAPPED).count());
            assertThat(row.errorCount())
                    .isEqualTo((int) of(events, SessionEventType.ERROR).count());
            assertThat(row.statusSamples())
                    .isEqualTo((int) of(events, SessionEventType.STATUS).count());
            assertThat(row.parameterUpdateCount()).isEqualTo((int)
                    of(events, SessionEventType.PARAMETERS_UPDATED).count());
            assertThat(row.sourceFirstEventUid()).isEqualTo(events.get(0).id());
            assertThat(row.version()).isGreaterThanOrEqualTo(events.size());
        });
    }

    @Test
    void theOutcomeFollowsTheRulesInTheirOrder() {
        Seeds.each(seed -> {
            List<SessionEvent> events = events(seed);
            SessionRow row = rows(seed).session();
            boolean allExcusable = of(events, SessionEventType.ERROR)
                    .allMatch(event -> event.message() != null
                            && (event.message().contains("WHIP")
                                    || event.message().contains("No orch")));
            StartupOutcome expected = first(events, SessionEventType.STREAM_REQUESTED) == null
                    ? StartupOutcome.NOT_IN_DENOMINATOR
                    : first(events, SessionEventType.PLAYABLE) != null
                            ? StartupOutcome.SUCCESS
                            : first(events, SessionEventType.NO_ORCHESTRATORS) != null
                                            || (row.errorCount() > 0 && allExcusable)
                                    ? StartupOutcome.EXCUSED
                                    : StartupOutcome.UNEXCUSED;
            assertThat(row.startupOutcome()).isEqualTo(expected);
        });
    }

    @Test
    void noLatencyIsNegative() {
        Seeds.each(seed -> {
            SessionRow row = rows(seed).session();
            assertThat(Stream.of(row.startupMs(), row.e2eProxyMs(), row.promptToPlayableMs(), row.gatewayRunnerLagMs())
                            .filter(Objects::nonNull))
                    .allMatch(ms -> ms >= 0);
        });
    }

    @Test
    void segmentsAreGaplessAndEachIsAnotherOrchestrator() {
        Seeds.each(seed -> {
            SessionRows rows = rows(seed);
            List<SegmentRow> segments = rows.segments();
            assertThat(segments.get(0).segmentStartTs())
                    .isEqualTo(rows.session().sessionStartTs());
            assertThat(rows.session().inferredSwapCount()).isEqualTo(segments.size() - 1);
            for (int i = 1; i < segments.size(); i++) {
                assertThat(segments.get(i).segmentIndex()).isEqualTo(i);
                assertThat(segments.get(i).segmentStartTs())
                        .isEqualTo(segments.get(i - 1).segmentEndTs());
                assertThat(segments.get(i).orchestratorAddress())
                        .isNotNull()
                        .isNotEqualTo(segments.get(i - 1).orchestratorAddress());
            }
            assertThat(segments.stream().mapToInt(SegmentRow::statusSamples).sum())
                    .isEqualTo(rows.session().statusSamples());
        });
    }

    @Test
    void whatIsSampledBetweenUpdatesIsTheWholeSession() {
        Seeds.each(seed -> {
            SessionRows rows = rows(seed);
            int sampled = 0;
            for (int i = 0; i < rows.parameterUpdates().size(); i++) {
                var update = rows.parameterUpdates().get(i);
                sampled += update.samplesBefore();
                if (i + 1 < rows.parameterUpdates().size()) {
                    assertThat(update.fpsAfter())
                            .isEqualTo(rows.parameterUpdates().get(i + 1).fpsBefore());
                } else {
                    assertThat(sampled + update.samplesAfter())
                            .isEqualTo(rows.session().statusSamples());
                }
            }
        });
    }

    private static SessionRows rows(long seed) {
        SessionFolding fold = new SessionFolding(SessionRules.DEFAULT);
        return fold.rows(fold.fold(SessionHistories.history(seed))).orElseThrow();
    }

    private static List<SessionEvent> events(long seed) {
        return SessionHistories.history(seed).stream()
                .map(SessionFolding.Told::event)
                .filter(Objects::nonNull)
                .sorted(Comparator.comparing(SessionEvent::order))
                .toList();
    }

    private static Stream<SessionEvent> of(List<SessionEvent> events, SessionEventType type) {
        return events.stream().filter(event -> event.type() == type);
    }

    private static Instant first(List<SessionEvent> events, SessionEventType type) {
        return of(events, type)
                .findFirst()
                .map(event -> RunRows.instant(event.at()))
                .orElse(null);
    }
}
