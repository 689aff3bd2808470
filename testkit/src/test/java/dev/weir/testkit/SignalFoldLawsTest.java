package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.run.RunStatus;
import dev.weir.core.run.StepStatus;
import dev.weir.core.signal.Phases;
import dev.weir.core.signal.Signal;
import dev.weir.core.signal.SignalFold;
import dev.weir.core.signal.SignalKind;
import dev.weir.core.signal.SignalPhase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class SignalFoldLawsTest {
    private static final long IDLE_MS = 60_000;

    @Test
    void anyOrderSplitAndRepetitionGivesTheSameSignal() {
        Seeds.each(seed -> {
            List<WorkflowEvent> history = RunHistories.history(seed);
            Laws.check(seed, history, new SignalFolding(RunHistories.key(seed), history));
        });
    }

    @Test
    void theKindIsThatOfTheStatus() {
        eachPrefix((run, signal) -> assertThat(kinds(run)).contains(signal.kind()));
    }

    private static Set<SignalKind> kinds(RunState run) {
        return switch (run.status()) {
            case PENDING -> Set.of(SignalKind.QUEUED);
            case RUNNING ->
                Set.of(
                        SignalKind.BLOCKED,
                        run.steps().stream().allMatch(step -> RunRows.shownStatus(run, step) == StepStatus.PENDING)
                                ? SignalKind.STARTED
                                : SignalKind.PHASE);
            case PAUSED -> Set.of(SignalKind.BLOCKED);
            case COMPLETED -> Set.of(SignalKind.SUCCEEDED);
            case FAILED -> Set.of(SignalKind.FAILED);
            case CANCELLED -> Set.of(SignalKind.CANCELED);
        };
    }

    @Test
    void aRunIsNotBlockedWhileAStepRuns() {
        eachPrefix((run, signal) -> {
            boolean runs = run.steps().stream().anyMatch(step -> step.status() == StepStatus.RUNNING)
                    && run.namedSteps().isEmpty();
            if (run.status() == RunStatus.RUNNING && runs) {
                assertThat(signal.kind()).isEqualTo(SignalKind.PHASE);
            }
        });
    }

    @Test
    void theSummaryIsOneSentenceOfBoundedLength() {
        eachPrefix((run, signal) -> assertThat(signal.summary())
                .isNotBlank()
                .hasSizeLessThanOrEqualTo(Signal.LONGEST_SUMMARY)
                .doesNotContain("\n", "null"));
    }

    @Test
    void whatIsToldBeganWithinTheRun() {
        eachPrefix((run, signal) ->
                assertThat(signal.since()).isBetween(run.createdAt(), run.last().at()));
    }

    @Test
    void onlyWhatGoesOnBecomesUnavailable() {
        eachPrefix((run, signal) -> {
            long now = run.last().at() + 40L * 86_400_000_000L; // longer than any sleep
            Signal read = signal.asReadAt(now, run.last().at(), IDLE_MS);
            boolean waitsForSomebody = signal.kind() == SignalKind.BLOCKED && signal.until() == null;
            if (run.isEnded() || waitsForSomebody) {
                assertThat(read).isEqualTo(signal);
            } else {
                assertThat(read.kind()).isEqualTo(SignalKind.UNAVAILABLE);
                assertThat(read.summary()).endsWith("Last known: " + signal.summary());
            }
            assertThat(signal.asReadAt(run.last().at(), run.last().at(), IDLE_MS))
                    .isEqualTo(signal);
        });
    }

    @Test
    void whatIsNotAboutAFailureHasNoCode() {
        eachPrefix((run, signal) -> {
            assertThat(signal.diagnostics().errorCode() != null).isEqualTo(signal.kind() == SignalKind.FAILED);
            assertThat(signal.diagnostics().completedSteps() != null).isEqualTo(run.isEnded());
            if (signal.kind() == SignalKind.QUEUED || signal.kind() == SignalKind.STARTED) {
                assertThat(signal.phase()).isEqualTo(SignalPhase.UNKNOWN);
            }
        });
    }

    @Test
    void whereARunLeadsIsMadeAgainWhenItChanges() {
        Seeds.each(seed -> {
            Prefix before = null;
            for (Prefix now : prefixes(seed)) {
                if (before != null && SignalFold.leadToTheSame(before.run(), now.run())) {
                    Signal told = now.signal();
                    assertThat(told.nextActions()).isEqualTo(before.signal().nextActions());
                    assertThat(SignalFold.withoutActions(now.run(), told.lastKnownOutcome(), Phases.DEFAULT))
                            .usingRecursiveComparison()
                            .ignoringFields("nextActions")
                            .isEqualTo(told);
                }
                before = now;
            }
        });
    }

    private record Prefix(RunState run, Signal signal) {}

    /** The newest run and its signal, after every event of every history. */
    private static void eachPrefix(BiConsumer<RunState, Signal> check) {
        Seeds.each(seed -> prefixes(seed).forEach(prefix -> check.accept(prefix.run, prefix.signal)));
    }

    private static List<Prefix> prefixes(long seed) {
        List<WorkflowEvent> sorted = new ArrayList<>(RunHistories.history(seed));
        sorted.sort(Comparator.comparing(WorkflowEvent::order));
        SignalFolding fold = new SignalFolding(RunHistories.key(seed), sorted);
        List<Prefix> prefixes = new ArrayList<>();
        List<RunState> runs = List.of();
        for (WorkflowEvent event : sorted) {
            runs = fold.apply(runs, List.of(event));
            prefixes.add(new Prefix(runs.get(runs.size() - 1), fold.signal(runs)));
        }
        return prefixes;
    }
}
