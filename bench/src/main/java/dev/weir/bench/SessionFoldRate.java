package dev.weir.bench;

import dev.weir.bench.Figure.Goal;
import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionFold;
import dev.weir.core.session.SessionRules;
import dev.weir.core.session.SessionState;
import dev.weir.wire.EventBody;
import dev.weir.wire.Limits;
import dev.weir.wire.NetworkDecoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/** How fast the session fold is with nothing around it: one thread, events that are decoded, states in memory. */
final class SessionFoldRate {
    private static final int EVENTS = 200_000;
    private static final double WARM_UP_SECONDS = 4;
    private static final double SECONDS = 4;
    private static final double EVENTS_PER_SECOND = 300_000;

    private final SplittableRandom random = new SplittableRandom(35);
    private int last;

    /** @param session a number of its own for each */
    private record Arrival(int session, List<SessionEvent> event) {}

    List<Figure> measure() throws IOException {
        List<SessionEvent> traffic = traffic();
        List<Arrival> arrivals = arrivals(traffic);
        List<List<SessionEvent>> histories = histories(traffic);
        List<Arrival> lasting = arrivals(longSession());
        double rate = rate(arrivals.size(), () -> foldOn(arrivals));
        double whole = rate(arrivals.size(), () -> foldWhole(histories));
        double longRate = rate(lasting.size(), () -> foldOn(lasting));
        if (last == 0) {
            throw new IOException("The fold made nothing of its events.");
        }
        return List.of(
                Figure.of(
                                "fold",
                                "the fold alone, event by event as they arrive",
                                rate,
                                "events/s",
                                String.format(
                                        Locale.ROOT,
                                        "one thread, %,d events of %,d sessions",
                                        arrivals.size(),
                                        histories.size()))
                        .with(Goal.atLeast(EVENTS_PER_SECOND)),
                Figure.of(
                        "foldHistory",
                        "    whole histories, with sorting them",
                        whole,
                        "events/s",
                        "what a rebuild does, without reading"),
                Figure.of(
                        "foldLong",
                        "    one session of 10,000 samples, event by event",
                        longRate,
                        "events/s",
                        "its state must not grow with them"));
    }

    private List<SessionEvent> traffic() throws IOException {
        NetworkTraffic traffic = new NetworkTraffic(System.currentTimeMillis());
        List<Envelope> envelopes = new ArrayList<>(EVENTS);
        for (int i = 0; i < EVENTS; i++) {
            envelopes.add(traffic.next(i % Workload.CONNECTIONS));
        }
        return decoded(envelopes);
    }

    private List<SessionEvent> longSession() throws IOException {
        StreamScript script = new StreamScript(random, new Fleet("long", random), NetworkTraffic.LONG_SAMPLES);
        List<Envelope> envelopes = new ArrayList<>();
        for (long at = System.currentTimeMillis(); !script.isOver(); at++) {
            envelopes.add(script.next(at));
        }
        return decoded(envelopes);
    }

    /** Without snapshots, which no session folds. */
    private List<SessionEvent> decoded(List<Envelope> envelopes) throws IOException {
        NetworkDecoder decoder = new NetworkDecoder(Limits.DEFAULT);
        List<SessionEvent> events = new ArrayList<>(envelopes.size());
        List<String> rejections = new ArrayList<>();
        for (Envelope envelope : envelopes) {
            byte[] body = envelope.json(random).getBytes(StandardCharsets.ISO_8859_1);
            decoder.decode(
                    EventBody.ofOneOrMany(body, 1),
                    NetworkDecoder.Source.UNNAMED,
                    envelope.at() * 1000,
                    event -> {
                        if (event.session() != null) {
                            events.add(event.session());
                        }
                    },
                    rejection -> rejections.add(rejection.message()));
        }
        if (!rejections.isEmpty()) {
            throw new IOException("An event of this benchmark is not taken: " + rejections.get(0));
        }
        return events;
    }

    private static List<Arrival> arrivals(List<SessionEvent> events) {
        Map<String, Integer> numbers = new HashMap<>();
        List<Arrival> arrivals = new ArrayList<>(events.size());
        for (SessionEvent event : events) {
            Integer number = numbers.computeIfAbsent(event.sessionId(), id -> numbers.size());
            arrivals.add(new Arrival(number, List.of(event)));
        }
        return arrivals;
    }

    private static List<List<SessionEvent>> histories(List<SessionEvent> events) {
        Map<String, List<SessionEvent>> histories = new HashMap<>();
        for (SessionEvent event : events) {
            histories
                    .computeIfAbsent(event.sessionId(), id -> new ArrayList<>())
                    .add(event);
        }
        return List.copyOf(histories.values());
    }

    /** As the server does with a commit that has one event of each session, which is the dearest that there is. */
    private void foldOn(List<Arrival> arrivals) {
        SessionState[] states = new SessionState[arrivals.size()];
        for (Arrival arrival : arrivals) {
            SessionState before = states[arrival.session];
            if (!SessionFold.isNewer(before, arrival.event.get(0).order())) {
                throw new IllegalStateException("The events of a session are not in order.");
            }
            states[arrival.session] = SessionFold.apply(before, arrival.event, SessionRules.DEFAULT);
        }
        SessionState first = states[0];
        last = first == null ? 0 : first.events(); // or Java might find that nobody needs the result
    }

    private void foldWhole(List<List<SessionEvent>> histories) {
        for (List<SessionEvent> history : histories) {
            SessionState state = SessionFold.fold(history, SessionRules.DEFAULT);
            last = state == null ? 0 : state.events();
        }
    }

    private static double rate(int events, Runnable pass) {
        timed(WARM_UP_SECONDS, events, pass);
        return timed(SECONDS, events, pass);
    }

    private static double timed(double seconds, int events, Runnable pass) {
        long began = System.nanoTime();
        long folded = 0;
        double passed = 0;
        while (passed < seconds) {
            pass.run();
            folded += events;
            passed = (System.nanoTime() - began) / 1e9;
        }
        return folded / passed;
    }
}
