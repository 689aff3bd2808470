package dev.weir.core.run;

import static dev.weir.core.run.Events.events;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.WorkflowEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fields that a late event changed say so. */
class CorrectionTest {

    @Test
    void aLateStartCorrectsWhenItStarted() {
        List<WorkflowEvent> told = events().at("10:00")
                .started()
                .at("10:05")
                .stepStarted("charge", 1)
                .list();
        assertThat(corrections(List.of(told.get(1)), List.of(told.get(0))))
                .containsExactly("createdAt 10:05 -> 10:00 @2", "startedAt 10:05 -> 10:00 @2");
    }

    @Test
    void whatComesInOrderCorrectsNothing() {
        List<WorkflowEvent> told = events().at("10:00")
                .started()
                .at("10:05")
                .stepStarted("charge", 1)
                .at("10:06")
                .completed()
                .list();
        assertThat(corrections(told.subList(0, 1), told.subList(1, 2), told.subList(2, 3)))
                .isEmpty();
        assertThat(corrections(List.of(told.get(2), told.get(0), told.get(1)))).isEmpty();
    }

    @Test
    void newsThatCameAlongWithALateEventIsNoCorrection() {
        List<WorkflowEvent> told = events().at("10:00")
                .started()
                .at("10:05")
                .stepStarted("charge", 1)
                .at("10:06")
                .completed()
                .list();
        assertThat(corrections(List.of(told.get(1)), List.of(told.get(0), told.get(2))))
                .noneMatch(text -> text.startsWith("status"))
                .anyMatch(text -> text.startsWith("startedAt"));
    }

    @Test
    void theLastCorrectionOfAFieldCounts() {
        List<WorkflowEvent> told = events().at("10:00")
                .started()
                .at("10:03")
                .stepStarted("a", 1)
                .at("10:05")
                .stepStarted("b", 1)
                .list();
        assertThat(corrections(List.of(told.get(2)), List.of(told.get(1)), List.of(told.get(0))))
                .contains("startedAt 10:03 -> 10:00 @3");
    }

    @SafeVarargs
    private static List<String> corrections(List<WorkflowEvent>... arrivals) {
        List<ReceivedEvent> history = new ArrayList<>();
        for (int i = 0; i < arrivals.length; i++) {
            for (WorkflowEvent event : arrivals[i]) {
                history.add(new ReceivedEvent(event, i + 1));
            }
        }
        return Correction.of(history, 1).stream()
                .map(correction -> correction.field() + " " + time(correction.from()) + " -> " + time(correction.to())
                        + " @" + correction.receivedAt().getNano() / 1000)
                .toList();
    }

    private static String time(Object value) {
        return value.toString().replaceAll("2026-03-01T(..:..):00Z", "$1");
    }
}
