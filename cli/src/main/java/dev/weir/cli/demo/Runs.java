package dev.weir.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs of workflows: how many begin when, and where. */
final class Runs implements Family {
    static final long SEED = 8_420;

    private static final String MARK = "demo-";
    private static final int MOST_PER_MINUTE = 4_096;
    private static final long MINUTE = 60_000;
    private static final double BURST_FACTOR = 5;

    /** @param share of production's work */
    private record Environment(String name, double share) {}

    private static final List<Environment> ENVIRONMENTS = List.of(
            new Environment("production", 1), new Environment("staging", 0.14), new Environment("development", 0.07));

    private final long seed;

    Runs(long seed) {
        this.seed = seed;
    }

    @Override
    public List<Story> begunIn(long minute) {
        Chance chance = new Chance(seed, minute);
        List<Story> stories = new ArrayList<>();
        for (Environment environment : ENVIRONMENTS) {
            for (Blueprint blueprint : Catalogue.ALL) {
                int count = chance.count(average(blueprint, environment, minute));
                for (int i = blueprint.repeats() ? Math.min(1, count) : count; i > 0; i--) {
                    long number = minute * MOST_PER_MINUTE + stories.size();
                    long begin = minute * MINUTE + chance.between(0, (int) MINUTE);
                    stories.add(new RunTeller(blueprint, environment.name(), seed, number, mark(number)).tell(begin));
                }
            }
        }
        return stories;
    }

    @Override
    public Optional<Story> marked(String executionId) {
        try {
            long number = Long.parseLong(executionId.substring(Math.min(MARK.length(), executionId.length())), 36);
            return begunIn(minuteOf(number)).stream()
                    .filter(story -> story.number() == number && executionId.equals(mark(number)))
                    .findFirst();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    static long minuteOf(long number) {
        return number / MOST_PER_MINUTE;
    }

    private static String mark(long number) {
        return MARK + Long.toString(number, 36);
    }

    /** Work comes in waves, and now and then in a burst of one kind. */
    private static double average(Blueprint blueprint, Environment environment, long minute) {
        double wave = 1 + 0.3 * Math.sin(2 * Math.PI * minute / 97);
        double usual = blueprint.perMinute() * environment.share() * wave;
        return environment.share() == 1 && isBursting(blueprint, minute * MINUTE) ? usual * BURST_FACTOR : usual;
    }

    private static boolean isBursting(Blueprint blueprint, long atMs) {
        long end = Incident.BURST.endOf(atMs);
        return end > atMs && new Chance(end, 0).oneOf(Catalogue.ALL).equals(blueprint);
    }
}
