package dev.weir.client;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Lets a message through at first and then once a minute: a program that reports thousands of events a second must not
 * find its log full of ours. */
final class LogLimiter {

    private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** Some keys come from the server's answers. */
    private static final int MAX_KEYS = 200;

    private final Map<String, Long> lastLogged = new ConcurrentHashMap<>();

    boolean firstOrAfterAMinute(String key) {
        long now = System.nanoTime();
        Long last = lastLogged.get(key);
        if (last == null) {
            return once(key);
        }
        return now - last >= INTERVAL_NANOS && lastLogged.replace(key, last, now);
    }

    boolean once(String key) {
        return (lastLogged.size() < MAX_KEYS || lastLogged.containsKey(key))
                && lastLogged.putIfAbsent(key, System.nanoTime()) == null;
    }
}
