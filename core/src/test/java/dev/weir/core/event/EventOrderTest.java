package dev.weir.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** One tuple orders all events of a key: time; UUIDv7 and its value, else nothing; causal rank; id. */
class EventOrderTest {
    private static final UUID V7_LOW = UUID.fromString("01970000-0000-7000-8000-000000000000");
    private static final UUID V7_HIGH = UUID.fromString("01970000-0000-7000-bfff-ffffffffffff");
    private static final UUID V4_LOW = UUID.fromString("00000000-0000-4000-8000-000000000000");
    private static final UUID V4_HIGH = UUID.fromString("ffffffff-0000-4000-8000-000000000000");

    @Test
    void timeDecidesFirst() {
        inOrder(order(1, EventType.WORKFLOW_COMPLETED, V4_HIGH), order(2, EventType.WORKFLOW_STARTED, V7_LOW));
    }

    @Test
    void atTheSameTimeUuidV7ComesBeforeOtherIdsWhateverTheTypes() {
        inOrder(order(1, EventType.WORKFLOW_COMPLETED, V7_HIGH), order(1, EventType.WORKFLOW_QUEUED, V4_LOW));
    }

    @Test
    void atTheSameTimeUuidV7OrdersByItselfWhateverTheTypes() {
        inOrder(order(1, EventType.WORKFLOW_COMPLETED, V7_LOW), order(1, EventType.WORKFLOW_QUEUED, V7_HIGH));
    }

    @Test
    void atTheSameTimeOtherIdsAreInCausalOrder() {
        inOrder(order(1, EventType.STEP_STARTED, V4_HIGH), order(1, EventType.STEP_COMPLETED, V4_LOW));
    }

    @Test
    void theIdBreaksTheLastTieWithoutASign() {
        inOrder(order(1, EventType.STEP_STARTED, V4_LOW), order(1, EventType.STEP_STARTED, V4_HIGH));
    }

    @Test
    void aUuidV7OfAnotherVariantIsNoneThatOrders() {
        UUID microsoft = UUID.fromString("00000000-0000-7000-c000-000000000000");
        inOrder(order(1, EventType.STEP_STARTED, V4_HIGH), order(1, EventType.STEP_COMPLETED, microsoft));
    }

    @Test
    void theCausalOrderOpensBeforeItClosesAndEndsLast() {
        assertThat(Arrays.stream(EventType.values()).map(EventType::wireName))
                .containsExactly(
                        "workflow.queued",
                        "workflow.started",
                        "workflow.resumed",
                        "sleep.completed",
                        "step.started",
                        "timeout.set",
                        "step.completed",
                        "timeout.exceeded",
                        "step.failed",
                        "retry.scheduled",
                        "retry.exhausted",
                        "sleep.started",
                        "workflow.paused",
                        "workflow.completed",
                        "workflow.failed",
                        "workflow.cancelled");
    }

    /**
     * If two UUIDv7 were compared by id and any other pair by rank, then completed (v7, low) would come before started
     * (v7, high), that before step.failed (v4), and that before completed: a circle, which makes a sort throw.
     */
    @Test
    void mixedIdsAreInOneOrderHoweverTheyArrive() {
        List<EventOrder> sorted = new ArrayList<>();
        for (EventType type : List.of(EventType.WORKFLOW_COMPLETED, EventType.STEP_FAILED, EventType.STEP_STARTED)) {
            for (int i = 0; i < 40; i++) {
                sorted.add(order(1, type, new UUID(0x7000, 0x8000_0000_0000_0000L | sorted.size())));
            }
        }
        for (EventType type : List.of(EventType.STEP_STARTED, EventType.STEP_FAILED, EventType.WORKFLOW_COMPLETED)) {
            for (int i = 0; i < 40; i++) {
                sorted.add(order(1, type, new UUID(0x4000, 0x8000_0000_0000_0000L | sorted.size())));
            }
        }
        Random random = new Random(1);
        for (int i = 0; i < 20; i++) {
            List<EventOrder> shuffled = new ArrayList<>(sorted);
            Collections.shuffle(shuffled, random);
            Collections.sort(shuffled);
            assertThat(shuffled).isEqualTo(sorted);
        }
    }

    private static EventOrder order(long at, EventType type, UUID id) {
        WorkflowEvent event = new WorkflowEvent(
                id, type, at, "order", null, null, null, null, null, null, null, null, null, null, null, null, null,
                null, null, List.of(), false);
        return event.order();
    }

    private static void inOrder(EventOrder first, EventOrder second) {
        assertThat(first).isLessThan(second);
        assertThat(second).isGreaterThan(first);
        assertThat(second.isAfter(first)).isTrue();
        assertThat(first.isAfter(second)).isFalse();
        assertThat(first).isEqualByComparingTo(first);
        assertThat(first.isAfter(first)).isFalse();
    }
}
