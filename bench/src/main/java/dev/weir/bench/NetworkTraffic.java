package dev.weir.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What 2,000 live streams and their network tell, interleaved at random, a thousand events a second by a clock of its own:
 * with a capability snapshot of all orchestrators every four seconds, and a tenth of all events from sessions that have
 * 10,000 samples. Each connection brings sessions of its own, as each gateway does, so that the events of one arrive in
 * order. The same seed gives the same sessions.
 */
final class NetworkTraffic {
    static final int LONG_SAMPLES = 10_000;
    private static final int OPEN_SESSIONS = 2_000;
    private static final int EVENTS_BETWEEN_SNAPSHOTS = 4_000;
    private static final int LONG_EVERY = 10;

    private final SplittableRandom random = new SplittableRandom(34);
    private final Fleet fleet = new Fleet("traffic", random);
    private final List<List<StreamScript>> open = new ArrayList<>();
    private final List<StreamScript> lasting = new ArrayList<>();
    private long now;
    private int told;

    /**
     * Its clock runs ahead of the real one when it is sent faster than it would happen, so that no session is idle, and by
     * far less than the 24 hours that are allowed.
     *
     * @param begin the time of the first event, in milliseconds since 1970
     */
    NetworkTraffic(long begin) {
        now = begin;
        for (int connection = 0; connection < Workload.CONNECTIONS; connection++) {
            List<StreamScript> streams = new ArrayList<>();
            for (int i = 0; i < OPEN_SESSIONS / Workload.CONNECTIONS; i++) {
                streams.add(StreamScript.usual(random, fleet));
            }
            open.add(streams);
            lasting.add(new StreamScript(random, fleet, LONG_SAMPLES));
        }
    }

    Envelope next(int connection) {
        now++; // no two events of a session at the same time: which of them came first would be left to their ids
        if (told++ % EVENTS_BETWEEN_SNAPSHOTS == 0) {
            return new Envelope("network_capabilities", now, "live-video-sea", fleet.snapshot("GPU"));
        }
        return random.nextInt(LONG_EVERY) == 0 ? nextOfLong(connection) : nextOfUsual(connection);
    }

    private Envelope nextOfLong(int connection) {
        StreamScript stream = lasting.get(connection);
        Envelope envelope = stream.next(now);
        if (stream.isOver()) {
            lasting.set(connection, new StreamScript(random, fleet, LONG_SAMPLES));
        }
        return envelope;
    }

    private Envelope nextOfUsual(int connection) {
        List<StreamScript> streams = open.get(connection);
        int chosen = random.nextInt(streams.size());
        Envelope envelope = streams.get(chosen).next(now);
        if (streams.get(chosen).isOver()) {
            streams.set(chosen, StreamScript.usual(random, fleet));
        }
        return envelope;
    }
}
