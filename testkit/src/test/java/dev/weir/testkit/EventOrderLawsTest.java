package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.EventOrder;
import dev.weir.core.event.EventType;
import dev.weir.core.event.Ids;
import dev.weir.core.event.WorkflowEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** One total order for all events of a key, or a sort throws. */
class EventOrderLawsTest {

    @Test
    void anyTwoEventsAreInOneOrder() {
        Seeds.each(seed -> {
            List<EventOrder> orders = crowd(seed);
            for (EventOrder a : orders) {
                for (EventOrder b : orders) {
                    int comparison = Integer.signum(a.compareTo(b));
                    assertThat(comparison).isEqualTo(-Integer.signum(b.compareTo(a)));
                    assertThat(comparison == 0).isEqualTo(a.equals(b));
                    assertThat(a.isAfter(b)).isEqualTo(comparison > 0);
                }
            }
        });
    }

    @Test
    void anyThreeEventsAreInOneOrder() {
        Seeds.each(seed -> {
            List<EventOrder> orders = crowd(seed);
            for (EventOrder a : orders) {
                for (EventOrder b : orders) {
                    for (EventOrder c : orders) {
                        if (a.compareTo(b) < 0 && b.compareTo(c) < 0) {
                            assertThat(a).isLessThan(c);
                        }
                    }
                }
            }
        });
    }

    @Test
    void everyHistorySorts() {
        Seeds.each(seed -> {
            List<EventOrder> orders = new ArrayList<>(RunHistories.history(seed).stream()
                    .map(WorkflowEvent::order)
                    .toList());
            orders.sort(null);
            for (int i = 1; i < orders.size(); i++) {
                assertThat(orders.get(i).isAfter(orders.get(i - 1))).isTrue();
            }
        });
    }

    /** Nine events in two moments, with ids of every style. */
    private static List<EventOrder> crowd(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        EventType[] types = EventType.values();
        EventIds[] ids = new EventIds[3];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = new EventIds(random, seed + "-" + i);
        }
        List<EventOrder> crowd = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            long at = 1_700_000_000_000_000L + random.nextInt(2);
            EventDraft draft = new EventDraft(types[random.nextInt(types.length)], at);
            crowd.add(draft.event(Ids.ofEvent(ids[i % ids.length].next(at))).order());
        }
        return crowd;
    }
}
