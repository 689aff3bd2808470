package dev.weir.cli.demo;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Those who open a job and wait for the first sign of it: people at a screen or a terminal, and builds. */
final class Watchers implements Family {
    static final long SEED = 7_204;

    private static final int MOST_PER_MINUTE = 64;
    private static final long MINUTE = 60_000;
    private static final int SPELL_MINUTES = 15;
    private static final int SPELLS = 12; // of which one is slow: every three hours

    /**
     * @param perMinute how often somebody waits there
     * @param hitMs how long a signal takes that is at hand
     * @param coldMs how long it takes to make one
     * @param patienceMs after which nobody waits any longer
     */
    private record Surface(
            String name,
            String device,
            String release,
            double perMinute,
            long hitMs,
            long coldMs,
            int patienceMs,
            List<String> networks) {}

    private static final List<Surface> SURFACES = List.of(
            new Surface("ui", "desktop", "0.1.0", 5, 240, 1_300, 15_000, List.of("4g", "4g", "wifi", "3g")),
            new Surface("cli", "cli", "0.1.0", 1.2, 620, 1_500, 30_000, List.of("online")),
            new Surface("ci", "cli", "0.1.0", 2.5, 900, 2_600, 60_000, List.of("online")));

    private static final List<String> PHASES = List.of("fetch", "analyze", "analyze", "report", "unknown");

    private final long seed;

    Watchers(long seed) {
        this.seed = seed;
    }

    @Override
    public List<Story> begunIn(long minute) {
        Chance chance = new Chance(seed, minute);
        List<Story> stories = new ArrayList<>();
        for (Surface surface : SURFACES) {
            for (int i = chance.count(surface.perMinute()); i > 0 && stories.size() < MOST_PER_MINUTE; i--) {
                long number = minute * MOST_PER_MINUTE + stories.size();
                stories.add(story(surface, number, minute * MINUTE + chance.between(0, (int) MINUTE)));
            }
        }
        return stories;
    }

    private Story story(Surface surface, long number, long begin) {
        Chance chance = new Chance(seed, number);
        double rarity = chance.share();
        boolean slow = Math.floorMod(Math.floorDiv(begin, SPELL_MINUTES * MINUTE), SPELLS) == 0;
        boolean hit = chance.happens(slow ? 0.4 : 0.86);
        long takes = chance.about((hit ? surface.hitMs() : surface.coldMs()) * (slow ? 3 : 1));
        Wait wait = new Wait(surface, begin, chance);
        wait.tell("signal.start", 0, Map.of());
        if (chance.happens(0.008)) {
            wait.tell("signal.error", takes, Map.of("errorCode", "unreachable", "errorMessage", "no answer"));
        } else if (takes > surface.patienceMs() || chance.happens(slow ? 0.03 : 0.004)) {
            wait.tell("signal.timeout", surface.patienceMs(), Map.of());
        } else {
            Map<String, Object> signal = Map.of(
                    "cacheHit",
                    hit,
                    "signalSource",
                    hit ? "snapshot" : "cold_start",
                    "kind",
                    "phase",
                    "phase",
                    chance.oneOf(PHASES));
            wait.tell(hit ? "signal.cache_hit" : "signal.cold_start", takes, signal);
            wait.tell("signal.rendered", takes, signal);
        }
        return new Story(number, rarity, wait.events);
    }

    /** A wait is over within a minute, and has no run to go on with. */
    @Override
    public Optional<Story> marked(String id) {
        return Optional.empty();
    }

    /** Somebody's wait, in the rows that tell of it. */
    private static final class Wait {
        private final Surface surface;
        private final long begin;
        private final long idBits;
        private final String job;
        private final String network;
        private final List<DemoEvent> events = new ArrayList<>();

        Wait(Surface surface, long begin, Chance chance) {
            this.surface = surface;
            this.begin = begin;
            idBits = chance.bits() >>> 2 | Long.MIN_VALUE;
            job = new UUID((chance.bits() & ~0xF000L) | 0x4000, chance.bits() >>> 2 | Long.MIN_VALUE).toString();
            network = chance.oneOf(surface.networks());
        }

        void tell(String type, long afterMs, Map<String, Object> signal) {
            long at = begin + afterMs;
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("eventId", new UUID(at << 16 | 0x7000 | events.size(), idBits).toString());
            row.put("eventType", type);
            row.put("timestamp", Instant.ofEpochMilli(at).toString());
            row.put("jobId", job);
            row.put("surface", surface.name());
            row.put("ttfsMs", afterMs);
            row.put("device", surface.device());
            row.put("networkState", network);
            row.put("release", surface.release());
            row.putAll(signal);
            events.add(new DemoEvent(at, Channel.TELEMETRY, row));
        }
    }
}
