package dev.weir.bench;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Events of many runs, interleaved at random. Each connection brings runs of its own, as each instance of a service
 * does, so that the events of one run arrive in order. The same seed gives the same runs.
 */
final class Workload {
    static final int CONNECTIONS = 4;
    private static final int OPEN_RUNS = 2_000;
    private static final int MICROS_BETWEEN_EVENTS = 50;
    private static final DateTimeFormatter MILLISECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final SplittableRandom random = new SplittableRandom(20);
    private final List<List<RunScript>> openRuns = new ArrayList<>();
    private long now;
    private long millisecond;
    private int countInMillisecond;
    private String timestamp = "";

    /** @param begin the time of the first event, in microseconds since 1970 */
    private Workload(long begin) {
        now = begin;
        for (int connection = 0; connection < CONNECTIONS; connection++) {
            List<RunScript> runs = new ArrayList<>();
            for (int i = 0; i < OPEN_RUNS / CONNECTIONS; i++) {
                runs.add(new RunScript(random));
            }
            openRuns.add(runs);
        }
    }

    /** A workload whose last event happens about now: what lies ahead of the clock is refused. */
    static Workload endingNow(long events) {
        return new Workload(System.currentTimeMillis() * 1000 - events * MICROS_BETWEEN_EVENTS);
    }

    GeneratedEvent next(int connection) {
        List<RunScript> runs = openRuns.get(connection);
        int chosen = random.nextInt(runs.size());
        RunScript run = runs.get(chosen);
        RunScript.Draft draft = run.next();
        if (run.isOver()) {
            runs.set(chosen, new RunScript(random));
        }
        tick();
        UUID id = timeOrderedId();
        String json = "{\"eventId\":\"" + id + "\",\"type\":\"" + draft.type() + "\",\"timestamp\":\"" + timestamp
                + run.identity() + draft.fields() + "}";
        return new GeneratedEvent(
                millisecond * 1000, id, run.key(), draft.type(), json.getBytes(StandardCharsets.ISO_8859_1));
    }

    private void tick() {
        now += MICROS_BETWEEN_EVENTS;
        if (now / 1000 != millisecond) {
            millisecond = now / 1000;
            countInMillisecond = 0;
            timestamp = MILLISECONDS.format(Instant.ofEpochMilli(millisecond));
        }
    }

    /** A UUIDv7 that counts inside a millisecond. */
    private UUID timeOrderedId() {
        long high = millisecond << 16 | 0x7000L | countInMillisecond++;
        return new UUID(high, random.nextLong() >>> 2 | Long.MIN_VALUE);
    }
}
