package dev.weir.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Live-video sessions: somebody sends a stream to a gateway, and an orchestrator works on it. */
final class Sessions implements Family {
    static final long SEED = 7_788;
    static final String ENV = "production";
    static final List<String> GATEWAYS = List.of("gateway-fra", "gateway-nyc", "gateway-sin");

    private static final String MARK = "live-";
    private static final int MOST_PER_MINUTE = 64;
    private static final double PER_MINUTE = 1.8;
    private static final long MINUTE = 60_000;

    private final long seed;

    Sessions(long seed) {
        this.seed = seed;
    }

    @Override
    public List<Story> begunIn(long minute) {
        Chance chance = new Chance(seed, minute);
        List<Story> stories = new ArrayList<>();
        for (int i = chance.count(PER_MINUTE); i > 0 && stories.size() < MOST_PER_MINUTE; i--) {
            long number = minute * MOST_PER_MINUTE + stories.size();
            long begin = minute * MINUTE + chance.between(0, (int) MINUTE);
            stories.add(
                    new SessionTeller(new Chance(seed, number), number, MARK + Long.toString(number, 36)).tell(begin));
        }
        return stories;
    }

    /** A session's run has its request id as its execution id. */
    @Override
    public Optional<Story> marked(String id) {
        if (!id.startsWith(MARK)) {
            return Optional.empty();
        }
        try {
            long number = Long.parseLong(id.substring(MARK.length()), 36);
            return id.equals(MARK + Long.toString(number, 36))
                    ? begunIn(Math.floorDiv(number, MOST_PER_MINUTE)).stream()
                            .filter(story -> story.number() == number)
                            .findFirst()
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
