package dev.weir.bench;

import dev.weir.bench.Title.Moment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Made-up titles of three months: nine stages, of which two go on side by side and one is rare; checks that send work back,
 * due times that are mostly kept, stages that nobody ever finished, clocks that disagree. The same kind gives the same.
 */
final class Titles {
    static final long SPAN = 90L * 86_400_000_000L;
    static final List<String> ENVIRONMENTS = List.of("production", "staging");
    static final List<String> SERVICES = List.of("studio-eu", "studio-us", "archive");
    /** On average; what is cut off by the clock is little. */
    static final double EVENTS_PER_TITLE = 17.4;

    private static final long MINUTE = 60_000_000L;
    private static final List<List<String>> NAMES =
            List.of(List.of("feature", "episode"), List.of("trailer", "short"), List.of("restoration", "clip"));
    private static final Map<String, Integer> USUAL_MINUTES = Map.of(
            "ingest",
            20,
            "inspect",
            6,
            "transcode",
            90,
            "qc",
            45,
            "legal",
            300,
            "localize",
            240,
            "artwork",
            120,
            "package",
            15,
            "publish",
            5);
    private static final List<String> WITH_SLA = List.of("transcode", "qc", "localize", "publish");
    private static final Comparator<Moment> IN_ORDER =
            Comparator.comparingLong(Moment::at).thenComparing(moment -> !moment.isStart());

    private final String kind;
    private final SplittableRandom random;
    private final long end;
    private final int count;
    private final boolean clocksAgree;
    private int next;

    /**
     * @param end the time now, in microseconds
     * @param kind what their ids begin with
     * @param clocksAgree no stage is done before it begins
     */
    Titles(String kind, long end, int count, boolean clocksAgree) {
        this.kind = kind;
        random = new SplittableRandom(kind.hashCode());
        this.end = end;
        this.count = count;
        this.clocksAgree = clocksAgree;
    }

    boolean hasNext() {
        return next < count;
    }

    private record Visit(String stage, long begin, long done, long slaDue) {}

    Title next() {
        int service = random.nextInt(SERVICES.size());
        long created = end - SPAN + (long) (SPAN * ((double) next / count));
        List<Visit> visits = visits(created);
        List<Moment> moments = new ArrayList<>(visits.size() * 2);
        Map<String, Integer> passes = new HashMap<>();
        visits.forEach(visit -> passes.merge(visit.stage(), 1, Integer::sum));
        Map<String, Integer> seen = new HashMap<>();
        boolean over = true;
        for (Visit visit : visits) {
            int pass = seen.merge(visit.stage(), 1, Integer::sum);
            boolean last = pass == passes.getOrDefault(visit.stage(), 0);
            if (visit.begin() < end) {
                moments.add(new Moment(visit.stage(), true, visit.begin(), visit.slaDue(), pass, last));
            }
            if (visit.done() < end) {
                moments.add(new Moment(visit.stage(), false, visit.done(), 0, pass, last));
            }
            over &= visit.done() < end;
        }
        moments.sort(IN_ORDER);
        return new Title(
                ENVIRONMENTS.get(random.nextInt(10) == 0 ? 1 : 0),
                SERVICES.get(service),
                NAMES.get(service).get(random.nextInt(3) == 0 ? 1 : 0),
                kind + "-" + next++,
                moments,
                over);
    }

    private List<Visit> visits(long created) {
        List<Visit> visits = new ArrayList<>(12);
        boolean hasSla = random.nextInt(5) > 0;
        long at = one(visits, "ingest", created, hasSla);
        at = one(visits, "inspect", at, hasSla);
        do {
            at = one(visits, "transcode", at, hasSla);
            at = one(visits, "qc", at, hasSla);
        } while (random.nextInt(100) < 11 && at < Long.MAX_VALUE);
        if (random.nextInt(100) < 12) {
            at = one(visits, "legal", at, hasSla);
        }
        boolean again;
        do {
            long localized = one(visits, "localize", at, hasSla);
            long drawn = visits.stream().anyMatch(visit -> visit.stage().equals("artwork"))
                    ? localized
                    : one(visits, "artwork", at, hasSla);
            at = one(visits, "package", Math.max(localized, drawn), hasSla);
            again = random.nextInt(100) < 3;
        } while (again && at < Long.MAX_VALUE);
        one(visits, "publish", at, hasSla);
        return visits;
    }

    /** @return when the next one may begin, never if this one is not finished */
    private long one(List<Visit> visits, String stage, long at, boolean hasSla) {
        if (at == Long.MAX_VALUE) {
            return at;
        }
        long usual = USUAL_MINUTES.getOrDefault(stage, 10) * MINUTE;
        long took = Math.round(usual * Math.exp(0.7 * random.nextGaussian())) / 1000 * 1000;
        int luck = random.nextInt(2000);
        long done = luck < 3 ? Long.MAX_VALUE : luck < 6 && !clocksAgree ? at - took / 10 : at + took;
        long due = hasSla && WITH_SLA.contains(stage) ? (at + 2 * usual) / 1000 * 1000 : 0;
        visits.add(new Visit(stage, at / 1000 * 1000, done == Long.MAX_VALUE ? done : done / 1000 * 1000, due));
        if (done == Long.MAX_VALUE) {
            return done;
        }
        long waited = (long) (-Math.log(1 - random.nextDouble()) * 10 * MINUTE);
        return at + took + waited;
    }
}
