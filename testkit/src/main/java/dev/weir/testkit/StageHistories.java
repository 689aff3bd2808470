package dev.weir.testkit;

import dev.weir.core.event.Ids;
import dev.weir.core.stage.StageEvent;
import dev.weir.core.stage.StageEventType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Random histories of stages: work goes through some of them, comes back, runs side by side, and then things get lost and
 * clocks go wrong. The same seed always gives the same history, on any machine.
 */
public final class StageHistories {
    private static final long FIRST_DAY = Instant.parse("2025-01-01T00:00:00Z").getEpochSecond();
    private static final List<String> STAGES = List.of("ingest", "transcode", "QC", "localize/ć", "publish \"now\"");

    private final SplittableRandom random;
    private final List<Draft> told = new ArrayList<>();
    private final int pace;
    private final boolean hasSla;
    private final @Nullable String name;
    private long now;

    private record Draft(
            StageEventType type,
            long at,
            String stage,
            @Nullable Long slaDue) {}

    private StageHistories(SplittableRandom random) {
        this.random = random;
        pace = new int[] {1, 1000, 1_000_000, 3_600_000}[random.nextInt(4)];
        hasSla = chance(60);
        name = chance(70) ? "master" : null;
        now = (FIRST_DAY + random.nextInt(360 * 86_400)) * 1_000_000;
    }

    /** The events of one workflow id, in the order in which they were emitted, never none. */
    public static List<StageEvent> history(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        StageHistories history = new StageHistories(random);
        history.tell();
        return history.events(seed);
    }

    private void tell() {
        int stage = 0;
        for (int visits = 1 + random.nextInt(12); visits > 0; visits--) {
            pass(stage, chance(20) ? 2 : 1);
            pause();
            stage = chance(25) ? random.nextInt(STAGES.size()) : (stage + 1) % STAGES.size();
        }
        told.removeIf(event -> event != told.get(0) && chance(8));
        told.replaceAll(event -> chance(6) ? skewed(event) : event);
    }

    /** @param beside how many stages are told side by side */
    private void pass(int first, int beside) {
        List<String> stages = new ArrayList<>();
        for (int i = 0; i < beside; i++) {
            stages.add(STAGES.get((first + i) % STAGES.size()));
        }
        stages.forEach(stage -> tell(StageEventType.STARTED, stage));
        pause();
        for (String stage : stages) {
            if (!chance(8)) {
                tell(StageEventType.COMPLETED, stage);
                pause();
            }
        }
    }

    private void tell(StageEventType type, String stage) {
        boolean due = hasSla && type == StageEventType.STARTED && chance(80);
        told.add(new Draft(type, now, stage, due ? Long.valueOf(now + (random.nextInt(9) - 1L) * pace * 1000) : null));
    }

    private Draft skewed(Draft event) {
        long by = (random.nextInt(7) - 3L) * pace * 1000;
        return new Draft(event.type(), event.at() + by, event.stage(), event.slaDue());
    }

    private void pause() {
        now += chance(30) ? 0 : random.nextInt(5) * (long) pace * (chance(50) ? 1000 : 1);
    }

    private List<StageEvent> events(long seed) {
        EventIds ids = new EventIds(random, Long.toString(seed, 36));
        List<StageEvent> events = new ArrayList<>(told.size());
        for (Draft draft : told) {
            String named = name != null && chance(90) ? name + (chance(10) ? " 2" : "") : null;
            events.add(new StageEvent(
                    Ids.ofEvent(ids.next(draft.at())), draft.type(), draft.at(), named, draft.stage(), draft.slaDue()));
        }
        return events;
    }

    private boolean chance(int percent) {
        return Habits.chance(random, percent);
    }
}
