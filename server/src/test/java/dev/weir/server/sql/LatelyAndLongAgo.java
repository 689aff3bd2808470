package dev.weir.server.sql;

import static dev.weir.core.event.EventType.WORKFLOW_COMPLETED;
import static dev.weir.core.event.EventType.WORKFLOW_STARTED;

import dev.weir.core.event.RunKey;
import dev.weir.server.access.Scope;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.SentEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Random traffic, most of it well within the last day and some well before, so that no query is near its time limit. */
final class LatelyAndLongAgo {
    private static final long HOUR = 3_600_000_000L;
    private static final List<String> NAMES = List.of("order", "refund", "ship ✈");

    private final long now = Instant.now().toEpochMilli() * 1000;
    private final Random random = new Random(7);
    private final Map<RunKey, Move> moves = new HashMap<>();
    private final Set<RunKey> taken = new HashSet<>();

    private LatelyAndLongAgo() {}

    /** What becomes of a workflow id. */
    private record Move(RunKey key, long byMicros, String workflowName) {}

    static List<Told> traffic() {
        List<Told> traffic = new ArrayList<>();
        RunHistories.traffic(1001, Scope.LOCAL_ORG, 60).forEach(sent -> traffic.add(Told.of(sent)));
        traffic.addAll(new LatelyAndLongAgo().lately());
        traffic.addAll(serviceOfLongAgo());
        return traffic;
    }

    private List<Told> lately() {
        List<Told> traffic = new ArrayList<>();
        for (SentEvent sent : RunHistories.traffic(2002, Scope.LOCAL_ORG, 340)) {
            Move move = moves.computeIfAbsent(
                    sent.key(), key -> move(key, sent.event().at()));
            SentEvent renamed = new SentEvent(sent.eventId(), move.key, sent.event());
            traffic.add(Told.moved(renamed, move.byMicros, move.workflowName));
        }
        return traffic;
    }

    private Move move(RunKey key, long firstAt) {
        long hoursAgo = random.nextInt(10) < 8 ? 1 + random.nextInt(22) : 26 + random.nextInt(20);
        String name = NAMES.get(random.nextInt(NAMES.size()));
        return new Move(sharing(key), now - hoursAgo * HOUR - firstAt, name);
    }

    /** An id that other places use too, for some of them. */
    private RunKey sharing(RunKey key) {
        RunKey shared = new RunKey(key.org(), key.env(), key.serviceKey(), "shared-" + random.nextInt(60));
        return random.nextInt(3) == 0 && taken.add(shared) ? shared : key;
    }

    private static List<Told> serviceOfLongAgo() {
        Story story = new Story("kept", "production", "archive", "order");
        story.tell(WORKFLOW_STARTED, draft -> {});
        story.tell(WORKFLOW_COMPLETED, draft -> draft.durationMs(5L));
        return story.told();
    }
}
