package dev.weir.core.session;

import dev.weir.core.event.EventOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** From the events of one session to its state. */
public final class SessionFold {

    private static final int VERSION = 3;

    private SessionFold() {}

    /**
     * Differs whenever the same events would give another state or another run, or a state is stored in another form: because
     * the fold or {@link SessionRun} changed (raise its number then), or what is configured of it. A state that was folded under
     * another one is folded again from the log.
     */
    public static int version(SessionRules rules) {
        return Objects.hash(VERSION, rules.excusable());
    }

    /**
     * A whole history, which may come in any order and repeat events.
     *
     * @return null if there are no events
     */
    public static @Nullable SessionState fold(Iterable<SessionEvent> history, SessionRules rules) {
        Set<UUID> seen = new HashSet<>();
        List<SessionEvent> events = new ArrayList<>();
        for (SessionEvent event : history) {
            if (seen.add(event.id())) {
                events.add(event);
            }
        }
        events.sort(Comparator.comparing(SessionEvent::order));
        return apply(null, events, rules);
    }

    /**
     * The fast path: applies events that are all newer than the state, in event order.
     *
     * @param state null if nothing is known yet
     */
    public static @Nullable SessionState apply(
            @Nullable SessionState state, List<SessionEvent> events, SessionRules rules) {
        if (events.isEmpty()) {
            return state;
        }
        OpenSession session = state == null ? new OpenSession(events.get(0)) : new OpenSession(state);
        for (SessionEvent event : events) {
            session.apply(event, rules);
        }
        return session.state(events.get(events.size() - 1).order());
    }

    /** Whether the fast path may take this event; otherwise the session has to be folded again from the log. */
    public static boolean isNewer(@Nullable SessionState state, EventOrder event) {
        return state == null || event.isAfter(state.last());
    }
}
