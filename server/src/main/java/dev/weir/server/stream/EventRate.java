package dev.weir.server.stream;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** Events per second, over the last few. Used by one thread. */
final class EventRate {
    private static final long WINDOW = TimeUnit.SECONDS.toNanos(5);

    private record Count(long at, int events) {}

    private final Deque<Count> counts = new ArrayDeque<>();
    private long sum;

    void add(long now, int events) {
        counts.add(new Count(now, events));
        sum += events;
    }

    double perSecond(long now) {
        while (!counts.isEmpty() && now - counts.peek().at() > WINDOW) {
            sum -= counts.remove().events();
        }
        return sum * 1e9 / WINDOW;
    }
}
