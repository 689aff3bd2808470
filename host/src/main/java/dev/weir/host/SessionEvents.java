package dev.weir.host;

import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionFold;
import dev.weir.core.session.SessionKey;
import dev.weir.core.session.SessionRules;
import dev.weir.core.session.SessionState;
import dev.weir.store.StoredSession;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The events of one session in a transaction, all of them new. */
record SessionEvents(UUID id, SessionKey key, int org, List<SessionEvent> events) {
    /** A session that changed this often is written anew as a whole with each event: not inside a commit. */
    private static final int MOST_CHANGES = 500;

    SessionEvents(UUID id, SessionKey key, int org) {
        this(id, key, org, new ArrayList<>(2));
    }

    /** @return null if the session has to be folded again from the log */
    @Nullable
    SessionState foldOn(@Nullable StoredSession stored, SessionRules rules) {
        events.sort(Comparator.comparing(SessionEvent::order));
        SessionState state = stored == null ? null : stored.state();
        boolean outdated = stored != null && state == null;
        if (outdated || !SessionFold.isNewer(state, events.get(0).order()) || isLong(state)) {
            return null;
        }
        return SessionFold.apply(state, events, rules);
    }

    /** How many of them came after something that had happened later was folded. */
    int late(@Nullable StoredSession stored) {
        SessionState state = stored == null ? null : stored.state();
        int late = 0;
        for (SessionEvent event : events) {
            late += SessionFold.isNewer(state, event.order()) ? 0 : 1;
        }
        return late;
    }

    private static boolean isLong(@Nullable SessionState state) {
        return state != null && state.spans().size() + state.marks().size() > MOST_CHANGES;
    }
}
