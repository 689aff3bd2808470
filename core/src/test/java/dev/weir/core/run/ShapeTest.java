package dev.weir.core.run;

import static dev.weir.core.run.Events.events;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.WorkflowEvent;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ShapeTest {

    @Test
    void showsWorkFailuresBackOffAndSleep() {
        assertShape(
                events().at("10:00:00")
                        .started()
                        .at("10:00:01")
                        .stepStarted("charge", 1)
                        .at("10:00:03")
                        .stepFailed("charge", 1, true)
                        .at("10:00:05")
                        .stepStarted("charge", 2)
                        .at("10:00:06")
                        .stepCompleted("charge", 2)
                        .sleepStarted(4000)
                        .at("10:00:10")
                        .sleepCompleted(4000)
                        .stepStarted("ship", 1)
                        .at("10:00:12")
                        .stepFailed("ship", 1, false)
                        .failed()
                        .list(),
                "idle 0-1000, recovered 1000-3000, backoff 3000-5000, work 5000-6000, sleep 6000-10000, failed 10000-12000");
    }

    @Test
    void whatGoesOnHasNoEnd() {
        assertShape(
                events().at("10:00:00")
                        .started()
                        .at("10:00:02")
                        .stepStarted("charge", 1)
                        .list(),
                "idle 0-2000, running 2000-");
        assertShape(events().at("10:00:00").started().sleepStarted(60_000).list(), "sleep 0-");
        assertShape(events().at("10:00:00").started().list(), "idle 0-");
        assertShape(
                events().at("10:00:00")
                        .started()
                        .stepStarted("charge", 1)
                        .at("10:00:01")
                        .stepFailed("charge", 1, true)
                        .retryScheduled("charge", 1)
                        .list(),
                "failed 0-1000, backoff 1000-");
    }

    @Test
    void stepsSideBySideShareTheirStretch() {
        assertShape(
                events().at("10:00:00")
                        .started()
                        .stepStarted("a", 1)
                        .at("10:00:01")
                        .stepStarted("b", 1)
                        .at("10:00:02")
                        .stepCompleted("a", 1)
                        .at("10:00:03")
                        .stepFailed("b", 1, false)
                        .failed()
                        .list(),
                "work 0-1000, failed 1000-3000");
    }

    @Test
    void theQueueHasNoShape() {
        assertShape(events().at("10:00").queued().list(), "");
    }

    @Test
    void aLongRunIsShownCoarselyAndKeepsItsFailure() {
        Events run = events().at("10:00:00").started();
        for (int i = 0; i < 500; i++) {
            String minute = "10:%02d:".formatted(i / 30);
            run.at(minute + "%02d".formatted(i % 30 * 2)).stepStarted("step-" + i, 1);
            run.at(minute + "%02d".formatted(i % 30 * 2 + 1));
            if (i == 250) {
                run.stepFailed("step-" + i, 1, false);
            } else {
                run.stepCompleted("step-" + i, 1);
            }
        }
        List<Shape.Segment> shape =
                Shape.of(RunFold.fold(run.at("10:20:00").completed().list()).get(0));

        assertThat(shape).hasSizeBetween(3, 32);
        assertThat(shape)
                .filteredOn(segment -> segment.kind() == Shape.Kind.FAILED)
                .hasSize(1);
        assertThat(shape.get(0).from()).isZero();
        for (int i = 1; i < shape.size(); i++) {
            assertThat(shape.get(i).from()).isEqualTo(shape.get(i - 1).to());
            assertThat(shape.get(i).kind()).isNotEqualTo(shape.get(i - 1).kind());
        }
        assertThat(shape.get(shape.size() - 1).to()).isEqualTo(1_200_000);
    }

    private static void assertShape(List<WorkflowEvent> history, String expected) {
        assertThat(Shape.of(RunFold.fold(history).get(0)).stream()
                        .map(segment -> segment.kind().label() + " " + segment.from() + "-"
                                + (segment.to() == null ? "" : segment.to()))
                        .collect(Collectors.joining(", ")))
                .isEqualTo(expected);
    }
}
