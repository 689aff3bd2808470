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
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random traffic, most of it well within the last day and some well before, so that no query is near its time limit. */
final class LatelyAndLongAgo {
    private static final long HOUR = 3_600_000_000L;
    private static final List<String> NAMES = List.of("order", "refund", "ship ✈");

    private LatelyAndLongAgo() {}

    static List<Told> traffic() {
        List<Told> traffic = new ArrayList<>();
        RunHistories.traffic(1001, Scope.LOCAL_ORG, 60).forEach(sent -> traffic.add(Told.of(sent)));
        traffic.addAll(lately());
        Story archived = new Story("kept", "production", "archive", "order");
        archived.tell(WORKFLOW_STARTED, draft -> {});
        archived.tell(WORKFLOW_COMPLETED, draft -> draft.durationMs(5L));
        traffic.addAll(archived.told());
        return traffic;
    }

    private static List<Told> lately() {
        long now = Instant.now().toEpochMilli() * 1000;
        Random random = new Random(7);
        Map<RunKey, Long> moves = new HashMap<>();
        Map<RunKey, String> names = new HashMap<>();
        List<Told> traffic = new ArrayList<>();
        for (SentEvent sent : RunHistories.traffic(2002, Scope.LOCAL_ORG, 340)) {
            long hoursAgo = random.nextInt(10) < 8 ? 1 + random.nextInt(22) : 26 + random.nextInt(20);
            String name = NAMES.get(random.nextInt(NAMES.size()));
            moves.putIfAbsent(sent.key(), now - hoursAgo * HOUR - sent.event().at());
            names.putIfAbsent(sent.key(), name);
            traffic.add(Told.moved(sent, moves.get(sent.key()), names.get(sent.key())));
        }
        return traffic;
    }
}
