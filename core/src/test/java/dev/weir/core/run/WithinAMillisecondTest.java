package dev.weir.core.run;

import static dev.weir.core.run.Events.events;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Not every UUIDv7 generator is monotonic, so the events of one millisecond may come in any order. Where attempt numbers
 * say what happened, the rows are the same in all of them.
 */
class WithinAMillisecondTest {

    /** One event, to be put anywhere into a story. */
    private interface Event extends UnaryOperator<Events> {}

    private static final Event START_1 = story -> story.stepStarted("charge", 1);
    private static final Event START_2 = story -> story.stepStarted("charge", 2);
    private static final Event START_3 = story -> story.stepStarted("charge", 3);
    private static final Event COMPLETE_1 = story -> story.stepCompleted("charge", 1);
    private static final Event COMPLETE_2 = story -> story.stepCompleted("charge", 2);
    private static final Event FAIL_1 =
            story -> story.stepFailed("charge", 1, true).error("refused");
    private static final Event FAIL_1_FOR_GOOD =
            story -> story.stepFailed("charge", 1, false).error("refused");
    private static final Event FAIL_2_FOR_GOOD =
            story -> story.stepFailed("charge", 2, false).error("refused");
    private static final Event RETRY_1 =
            story -> story.retryScheduled("charge", 1).nextAttemptAt("10:01");
    private static final Event RETRY_2 =
            story -> story.retryScheduled("charge", 2).nextAttemptAt("10:01");
    private static final Event EXHAUSTED = story -> story.retryExhausted("charge", 2);
    private static final Event TIMEOUT = story -> story.timeoutExceeded("charge");

    @Test
    void startAndCompletion() {
        converge(List.of(), List.of(START_1, COMPLETE_1));
    }

    @Test
    void failureRetryAndNextStart() {
        converge(List.of(START_1), List.of(FAIL_1, RETRY_1, START_2));
        converge(List.of(START_1), List.of(FAIL_1_FOR_GOOD, RETRY_1, START_2));
    }

    @Test
    void twoStartsAndTheFailureBetweenThem() {
        converge(List.of(), List.of(START_1, FAIL_1, RETRY_1, START_2));
    }

    @Test
    void aRetryAndItsSuccess() {
        converge(List.of(START_1), List.of(RETRY_1, START_2, COMPLETE_2));
    }

    @Test
    void aWholeStep() {
        converge(List.of(), List.of(START_1, FAIL_1, RETRY_1, START_2, COMPLETE_2));
    }

    @Test
    void givingUp() {
        converge(List.of(START_1, RETRY_1, START_2), List.of(FAIL_2_FOR_GOOD, EXHAUSTED));
        converge(List.of(START_1, RETRY_1, START_2), List.of(FAIL_2_FOR_GOOD, START_3, EXHAUSTED));
    }

    @Test
    void givingUpAfterARetryThatNeverRan() {
        converge(List.of(START_1, RETRY_1, START_2), List.of(RETRY_2, START_3, EXHAUSTED));
    }

    @Test
    void aTimeoutAndWhatFollows() {
        converge(List.of(START_1), List.of(TIMEOUT, FAIL_1_FOR_GOOD));
        converge(List.of(START_1), List.of(TIMEOUT, FAIL_1, RETRY_1));
    }

    private static void converge(List<Event> before, List<Event> within) {
        String expected = null;
        for (List<Event> order : permutations(within)) {
            Events story = events().at("10:00").started();
            before.forEach(event -> event.apply(story));
            story.at("10:01");
            order.forEach(event -> event.apply(story));
            String shown = story.rows().allWithoutEvents();
            if (expected == null) {
                expected = shown;
            }
            assertThat(shown)
                    .as("the rows of %s", order.stream().map(within::indexOf).toList())
                    .isEqualTo(expected);
        }
    }

    private static <T> List<List<T>> permutations(List<T> items) {
        if (items.isEmpty()) {
            return List.of(List.of());
        }
        List<List<T>> all = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            List<T> others = new ArrayList<>(items);
            T first = others.remove(i);
            for (List<T> rest : permutations(others)) {
                List<T> permutation = new ArrayList<>(List.of(first));
                permutation.addAll(rest);
                all.add(permutation);
            }
        }
        return all;
    }
}
