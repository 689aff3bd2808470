package dev.weir.core.run;

import static dev.weir.core.run.Events.events;
import static dev.weir.core.run.Events.id;
import static dev.weir.core.run.Events.v4;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.WorkflowEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rows are a function of the events: neither their arrival nor their repetition matters. */
class RunFoldTest {

    @Test
    void nothingFoldsToNoRun() {
        assertThat(RunFold.fold(List.of())).isEmpty();
        assertThat(RunFold.apply(null, List.of())).isEmpty();
    }

    @Test
    void backwardsIsTheSame() {
        List<WorkflowEvent> events = story();
        List<WorkflowEvent> backwards = new ArrayList<>(events);
        Collections.reverse(backwards);
        assertThat(RunFold.fold(backwards)).isEqualTo(RunFold.fold(events));
    }

    @Test
    void anEventSentTwiceCountsOnce() {
        List<WorkflowEvent> events = story();
        List<WorkflowEvent> twice = new ArrayList<>(events);
        twice.addAll(events);
        assertThat(RunFold.fold(twice)).isEqualTo(RunFold.fold(events));
    }

    @Test
    void theFirstOfTwoEventsWithOneIdCounts() {
        List<WorkflowEvent> events = new ArrayList<>(events().at("10:00")
                .started()
                .id(id(1))
                .at("10:01")
                .failed()
                .id(id(1))
                .list());
        assertThat(RunFold.fold(events)).extracting(RunState::status).containsExactly(RunStatus.RUNNING);
        Collections.reverse(events);
        assertThat(RunFold.fold(events)).extracting(RunState::status).containsExactly(RunStatus.FAILED);
    }

    @Test
    void eventsWithoutOrderOfTheirOwnAreTakenInCausalOrder() {
        Rows rows = events().at("10:00")
                .completed("charge")
                .id(v4(1))
                .stepCompleted("charge", 1)
                .id(v4(2))
                .stepStarted("charge", 1)
                .id(v4(3))
                .started()
                .id(v4(4))
                .rows();
        rows.showWorkflow("""
                status=completed completedSteps=[charge] totalStepsExecuted=1
                startedAt=10:00:00 completedAt=10:00:00 durationMs=0""");
        rows.showAttempts("""
                stepName=charge attemptNumber=1 result=success startedAt=10:00:00 endedAt=10:00:00 durationMs=0
                startEventId=#3 endEventId=#2""");
    }

    @Test
    void onlyWhatIsNewerThanTheNewestEventTakesTheFastPath() {
        List<WorkflowEvent> events = story();
        RunState run = RunFold.fold(events.subList(0, 3)).get(0);
        assertThat(RunFold.isNewer(null, events.get(0).order())).isTrue();
        assertThat(RunFold.isNewer(run, events.get(1).order())).isFalse();
        assertThat(RunFold.isNewer(run, events.get(2).order())).isFalse();
        assertThat(RunFold.isNewer(run, events.get(3).order())).isTrue();
    }

    @Test
    void theFastPathAnswersTheGivenRunAndThoseThatBeganSince() {
        List<WorkflowEvent> events = events().at("10:00")
                .started()
                .completed()
                .started()
                .completed()
                .started()
                .list();
        RunState first = RunFold.fold(events.subList(0, 1)).get(0);
        assertThat(RunFold.apply(first, events.subList(1, 5)))
                .extracting(RunState::seq)
                .containsExactly(1, 2, 3);
    }

    /** Whoever stores a state sees by identity what an event did not touch. */
    @Test
    void theFastPathKeepsWhatItDoesNotTouch() {
        List<WorkflowEvent> events = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .stepStarted("ship", 1)
                .at("10:01")
                .stepCompleted("ship", 1)
                .at("10:02")
                .resumed()
                .list();
        RunState before = RunFold.fold(events.subList(0, 3)).get(0);
        RunState after = RunFold.apply(before, events.subList(3, 4)).get(0);
        assertThat(after.steps().get(0)).isSameAs(before.steps().get(0));
        assertThat(after.attempts().get(0)).isSameAs(before.attempts().get(0));
        assertThat(after.steps().get(1)).isNotEqualTo(before.steps().get(1));
        RunState resumed = RunFold.apply(after, events.subList(4, 5)).get(0);
        assertThat(resumed.steps()).isSameAs(after.steps());
        assertThat(resumed.attempts()).isSameAs(after.attempts());
    }

    private static List<WorkflowEvent> story() {
        return events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .stepFailed("charge", 1, true)
                .retryScheduled("charge", 1)
                .at("10:02")
                .stepStarted("charge", 2)
                .stepCompleted("charge", 2)
                .sleepStarted(1000)
                .at("10:03")
                .completed("charge")
                .at("11:00")
                .started()
                .list();
    }
}
