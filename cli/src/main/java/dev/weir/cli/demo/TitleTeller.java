package dev.weir.cli.demo;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Tells one title from its arrival to its publication, with every turn in between. */
final class TitleTeller {
    private static final long MINUTE = 60_000;

    /** A reviewer forgets it. */
    private static final double FORGOTTEN = 0.04;

    private static final int MOST_PASSES = 14;

    /**
     * @param dueMs how long it may take
     * @param sendsBack the share of passes after which the title goes back
     * @param backTo the place of the stage that it goes back to
     */
    private record Stage(String name, long typicalMs, long dueMs, double sendsBack, int backTo) {}

    private static final List<Stage> STAGES = List.of(
            new Stage("ingest", 3 * MINUTE, 8 * MINUTE, 0, 0),
            new Stage("transcode", 9 * MINUTE, 22 * MINUTE, 0, 0),
            new Stage("QC", 5 * MINUTE, 8 * MINUTE, 0.12, 1),
            new Stage("localize", 12 * MINUTE, 30 * MINUTE, 0.04, 2),
            new Stage("publish", 2 * MINUTE, 6 * MINUTE, 0.015, 3));

    private static final List<String> SERIES = List.of("ferry", "orchard", "tides", "kumo", "old-mill", "north");

    private final Chance chance;
    private final RunJournal journal;

    TitleTeller(String env, long seed, long number) {
        chance = new Chance(seed, number);
        String mark = Long.toString(number, 36);
        Blueprint title = new Blueprint(
                "studio",
                Family.TITLE,
                0,
                false,
                (any, minute) -> "",
                any -> Map.of(),
                any -> Map.of(),
                List.of(),
                List.of());
        journal = new RunJournal(title, env, name() + "-" + mark, number, "title-" + mark, chance.bits());
    }

    private String name() {
        String series = chance.oneOf(SERIES);
        return chance.happens(0.2)
                ? series + "-film"
                : "%s-s%02de%02d".formatted(series, chance.between(1, 5), chance.between(1, 13));
    }

    Story tell(long begin) {
        double rarity = chance.share();
        long now = begin;
        int place = 0;
        for (int passes = 0; place < STAGES.size() && passes < MOST_PASSES; passes++) {
            Stage stage = STAGES.get(place);
            long end = pass(stage, now);
            place = chance.happens(stage.sendsBack()) ? stage.backTo() : place + 1;
            now = end + chance.about(stage.name().equals("QC") ? 3 * MINUTE : MINUTE / 2);
        }
        return new Story(journal.number(), rarity, journal.events());
    }

    private long pass(Stage stage, long begin) {
        String due = Instant.ofEpochMilli(begin + stage.dueMs()).toString();
        journal.note(begin, "stage_started", Map.of("workflowStage", stage.name(), "slaDueTimestamp", due));
        long end = begin + chance.about(stage.typicalMs());
        if (stage.name().equals("QC")) {
            end = Math.max(end, reviewed(begin));
        }
        journal.note(end, "stage_completed", Map.of("workflowStage", stage.name()));
        return end;
    }

    /** Before that nobody has looked at it. */
    private long reviewed(long begin) {
        long awake = Incident.REVIEW_RESTS.endOf(begin);
        long rested = awake > begin ? awake + chance.about(2 * MINUTE) : begin;
        return chance.happens(FORGOTTEN) ? rested + chance.between(40, 240) * MINUTE : rested;
    }
}
