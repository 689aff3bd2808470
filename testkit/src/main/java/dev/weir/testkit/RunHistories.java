package dev.weir.testkit;

import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.core.event.WorkflowEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Random histories of workflow ids: an engine with habits of its own tells one run after the other, and then things get
 * lost and clocks go wrong. The same seed always gives the same history, on any machine.
 */
public final class RunHistories {
    private static final long FIRST_DAY = Instant.parse("2025-01-01T00:00:00Z").getEpochSecond();
    private static final UUID ORG = new UUID(0, 1);

    private RunHistories() {}

    /** The events of one workflow id, in the order in which they were emitted, never none. */
    public static List<WorkflowEvent> history(long seed) {
        return sent(seed, key(seed)).stream().map(SentEvent::event).toList();
    }

    /** The same as {@link #history}, as it is sent. */
    public static List<SentEvent> sent(long seed, RunKey key) {
        SplittableRandom random = new SplittableRandom(seed);
        List<EventDraft> drafts = new Disorder(random).disturb(tell(random));
        EventIds ids = new EventIds(random, Long.toString(seed, 36));
        List<SentEvent> sent = new ArrayList<>(drafts.size());
        for (EventDraft draft : drafts) {
            String id = ids.next(draft.at());
            sent.add(new SentEvent(id, key, draft.event(Ids.ofEvent(id))));
        }
        return sent;
    }

    /** What several workflow ids sent, in two services of two environments, in the order of the times on the events. */
    public static List<SentEvent> traffic(long seed, UUID org, int workflows) {
        SplittableRandom random = new SplittableRandom(seed);
        List<SentEvent> traffic = new ArrayList<>();
        for (int i = 1; i <= workflows; i++) {
            String env = Habits.chance(random, 50) ? "production" : "staging";
            String service = Habits.chance(random, 50) ? "orders" : "billing/eu";
            RunKey key = new RunKey(org, env, service, "workflow-" + Long.toString(seed, 36) + "-" + i);
            traffic.addAll(sent(random.nextLong(), key));
        }
        traffic.sort(Comparator.comparingLong(sent -> sent.event().at()));
        return traffic;
    }

    /** The key under which {@link #history} is folded in tests that need one. */
    public static RunKey key(long seed) {
        return new RunKey(ORG, "production", "orders", "workflow-" + Long.toString(seed, 36));
    }

    private static List<EventDraft> tell(SplittableRandom random) {
        Habits habits = Habits.of(random);
        long start = FIRST_DAY + random.nextInt(360) * 86_400L + random.nextInt(86_400);
        Teller teller = new Teller(random, habits, start * 1_000_000);
        int runs = teller.chance(70) ? 1 : teller.between(2, 3);
        for (int run = 1; run <= runs; run++) {
            teller.executionId = habits.tellsExecutionId() ? "execution-" + run : null;
            boolean ended = new RunStory(teller).tell();
            teller.pass(3000);
            if (!ended && !habits.tellsExecutionId() && teller.chance(80)) {
                break; // without an execution id a new start would only be taken for the old run's
            }
        }
        return teller.told;
    }
}
