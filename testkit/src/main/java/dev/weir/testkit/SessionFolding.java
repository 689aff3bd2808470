package dev.weir.testkit;

import dev.weir.core.event.EventOrder;
import dev.weir.core.event.Ids;
import dev.weir.core.session.CapabilityFact;
import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionFold;
import dev.weir.core.session.SessionKey;
import dev.weir.core.session.SessionRows;
import dev.weir.core.session.SessionRules;
import dev.weir.core.session.SessionState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The session fold under the laws: one session, and what snapshots tell of the orchestrators that it saw. */
public final class SessionFolding implements Fold<SessionFolding.Told, SessionFolding.Known> {
    private static final SessionKey KEY = new SessionKey(new UUID(0, 1), "stream|request");

    /** An event of the session, or a fact: one of the two. */
    public record Told(
            @Nullable SessionEvent event, @Nullable CapabilityFact fact) {
        public static Told of(SessionEvent event) {
            return new Told(event, null);
        }

        public static Told of(CapabilityFact fact) {
            return new Told(null, fact);
        }

        private EventOrder order() {
            if (event != null) {
                return event.order();
            }
            UUID snapshot = Objects.requireNonNull(fact).snapshot();
            return new EventOrder(fact.at(), Ids.isTimeOrdered(snapshot), 0, snapshot);
        }
    }

    public record Known(@Nullable SessionState state, List<CapabilityFact> facts) {}

    private final SessionRules rules;

    public SessionFolding(SessionRules rules) {
        this.rules = rules;
    }

    @Override
    public Known fold(List<Told> history) {
        return new Known(SessionFold.fold(events(history), rules), facts(history));
    }

    @Override
    public Known apply(Known known, List<Told> newer) {
        List<CapabilityFact> facts = new ArrayList<>(known.facts());
        facts.addAll(facts(newer));
        return new Known(SessionFold.apply(known.state(), events(newer), rules), facts);
    }

    private static List<SessionEvent> events(List<Told> told) {
        return told.stream().map(Told::event).filter(Objects::nonNull).toList();
    }

    private static List<CapabilityFact> facts(List<Told> told) {
        return told.stream().map(Told::fact).filter(Objects::nonNull).toList();
    }

    /** A fact is never too late: it has no part in the state. */
    @Override
    public boolean isNewer(Known known, Told told) {
        return told.event() == null
                || SessionFold.isNewer(known.state(), told.event().order());
    }

    /** Events first, so that the first of a batch says whether it is newer. */
    @Override
    public Comparator<Told> order() {
        return Comparator.comparing((Told told) -> told.event() == null).thenComparing(Told::order);
    }

    @Override
    public Object identity(Told told) {
        return told.event() != null ? told.event().id() : Objects.requireNonNull(told.fact());
    }

    @Override
    public Optional<SessionRows> rows(Known known) {
        return known.state() == null
                ? Optional.empty()
                : Optional.of(SessionRows.of(KEY, known.state(), known.facts(), rules));
    }
}
