package dev.weir.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Titles on their way to the viewer: each goes through the stages of a studio, some of them more than once. */
final class Titles implements Family {
    static final long SEED = 2_610;

    private static final int MOST_PER_MINUTE = 64;
    private static final long MINUTE = 60_000;

    /** @param perMinute how many titles come in */
    private record Environment(String name, double perMinute) {}

    private static final List<Environment> ENVIRONMENTS =
            List.of(new Environment("production", 1.6), new Environment("staging", 0.25));

    private final long seed;

    Titles(long seed) {
        this.seed = seed;
    }

    @Override
    public List<Story> begunIn(long minute) {
        Chance chance = new Chance(seed, minute);
        List<Story> stories = new ArrayList<>();
        for (Environment environment : ENVIRONMENTS) {
            for (int i = chance.count(environment.perMinute()); i > 0 && stories.size() < MOST_PER_MINUTE; i--) {
                long number = minute * MOST_PER_MINUTE + stories.size();
                long begin = minute * MINUTE + chance.between(0, (int) MINUTE);
                stories.add(new TitleTeller(environment.name(), seed, number).tell(begin));
            }
        }
        return stories;
    }

    /** What is known only by its stages has no execution id: its workflow id carries the mark, too. */
    @Override
    public Optional<Story> marked(String id) {
        try {
            long number = Long.parseLong(id.substring(id.lastIndexOf('-') + 1), 36);
            return begunIn(Math.floorDiv(number, MOST_PER_MINUTE)).stream()
                    .filter(story -> story.number() == number && isOf(story, id))
                    .findFirst();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static boolean isOf(Story story, String id) {
        var fields = story.events().get(0).fields();
        return id.equals(fields.get("workflowId")) || id.equals(fields.get("executionId"));
    }
}
