package dev.weir.host;

import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.core.session.CapabilityFact;
import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionKey;
import dev.weir.core.session.SessionRules;
import dev.weir.core.session.SessionRun;
import dev.weir.core.session.SessionState;
import dev.weir.store.Capabilities;
import dev.weir.store.LogRow;
import dev.weir.store.NetworkFacts;
import dev.weir.store.RunRole;
import dev.weir.store.RunSave;
import dev.weir.store.RunStore;
import dev.weir.store.RunStore.StoredRun;
import dev.weir.store.SessionChange;
import dev.weir.store.SessionStore;
import dev.weir.store.Sources;
import dev.weir.store.StoredSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of a transaction that is about live-video networks: facts are stored, sessions are folded on and made with the
 * facts of the orchestrators that they saw. A transaction without such events executes nothing of it.
 */
public final class SessionProjector {
    private static final Logger LOG = LoggerFactory.getLogger(SessionProjector.class);

    private final KnownStates<StoredSession> states;
    private final Sources sources;
    private final SessionRules rules;

    public SessionProjector(KnownStates<StoredSession> states, Sources sources, SessionRules rules) {
        this.states = states;
        this.sources = sources;
        this.rules = rules;
    }

    /** A session on its way: what it was, and what it is to be. */
    private record Folded(SessionEvents events, @Nullable StoredSession before, SessionState state) {
        boolean hasNewSightings() {
            return before == null || before.state() == null || before.state().sightings() != state.sightings();
        }
    }

    /** What is ready to be made into rows, and what has to be folded again once the log has the events. */
    final class Prepared {
        private final long now;
        private final List<Folded> newer = new ArrayList<>();
        private final Map<UUID, List<CapabilityFact>> facts = new HashMap<>();
        private final Map<UUID, Integer> places = new HashMap<>();
        private final Map<UUID, StoredRun> runs = new HashMap<>();
        final List<SessionEvents> older = new ArrayList<>(0);
        private int late;

        private Prepared(long now) {
            this.now = now;
        }

        int late() {
            return late;
        }

        /**
         * Touches nothing but memory.
         *
         * @param workflows the runs that have events of their own in this transaction: no session is one of them
         */
        void addTo(RunSave save, Set<UUID> workflows) {
            for (Folded session : newer) {
                save.add(change(session, workflows));
            }
        }

        private SessionChange change(Folded session, Set<UUID> workflows) {
            UUID id = session.events.id();
            SessionKey key = session.events.key();
            StoredSession before = session.before;
            SessionState state = session.state;
            List<CapabilityFact> known = Objects.requireNonNull(facts.get(id));
            boolean idle = SessionChange.isIdle(state, now, rules);
            if (before != null
                    && SessionChange.staysInPlace(key, before, state)
                    && !workflows.contains(before.runId())) {
                return SessionChange.foldedOn(before.place(rules), before, state, known, idle);
            }
            UUID run = SessionRun.key(key, state).id();
            StoredRun there = runs.get(run);
            boolean taken = workflows.contains(run) || (there != null && there.role() != RunRole.SESSION);
            return SessionChange.anew(place(session), before, state, known, idle, taken, there, was(before, workflows));
        }

        private SessionChange.Place place(Folded session) {
            SessionEvents events = session.events;
            Integer source = places.get(events.id());
            return source == null // its run is where it was, and is taken by a workflow now
                    ? Objects.requireNonNull(session.before).place(rules)
                    : new SessionChange.Place(events.id(), events.key(), events.org(), source, rules);
        }

        /** The run that it was, unless a workflow takes that over as it is. */
        private @Nullable StoredRun was(@Nullable StoredSession before, Set<UUID> workflows) {
            UUID run = before == null ? null : before.runId();
            return run == null || workflows.contains(run) ? null : runs.get(run);
        }
    }

    /**
     * Stores what events tell of a network beside its sessions. To be called before any row is locked.
     *
     * @return the organisations whose facts nobody else adds until the end of the transaction
     */
    public static Set<Integer> takeFacts(Connection connection, Collection<LogRow> rows) throws SQLException {
        if (rows.stream().allMatch(row -> row.network() == null)) {
            return Set.of();
        }
        Set<Integer> locked = addFacts(connection, rows);
        NetworkFacts.add(connection, rows);
        return locked;
    }

    /**
     * Folds sessions on and looks up all that their rows need. To be called before any row is locked.
     *
     * @param own the organisations whose facts this transaction adds, see {@link #takeFacts}
     * @return null if none of these events is of a session
     */
    @Nullable
    Prepared prepare(Connection connection, Collection<LogRow> rows, Set<Integer> own, long now, boolean lock)
            throws SQLException {
        Map<UUID, SessionEvents> sessions = bySession(rows);
        if (sessions.isEmpty()) {
            return null;
        }
        Set<Integer> locked = new HashSet<>(own);
        Map<UUID, StoredSession> stored = states.get(sessions.keySet());
        if (lock) {
            lockShared(connection, sessions.values(), locked);
            Map<UUID, Long> stamps = SessionStore.lock(connection, sessions.keySet());
            stored.values().removeIf(session -> !Objects.equals(stamps.get(session.id()), session.stamp()));
        }
        load(connection, sessions.keySet(), stored);
        Prepared prepared = new Prepared(now);
        List<SessionEvents> waiting = new ArrayList<>();
        for (SessionEvents session : sessions.values()) {
            StoredSession before = stored.get(session.id());
            SessionState state = apply(session, before);
            if (state == null) {
                prepared.older.add(session);
                prepared.late += session.late(before);
                waiting.add(session);
            } else {
                Folded folded = new Folded(session, before, state);
                prepared.newer.add(folded);
                if (folded.hasNewSightings()) {
                    waiting.add(session);
                }
            }
        }
        lockShared(connection, waiting, locked);
        lookUpFacts(connection, prepared);
        lookUpRuns(connection, prepared);
        return prepared;
    }

    private static Map<UUID, SessionEvents> bySession(Collection<LogRow> rows) {
        Map<UUID, SessionEvents> sessions = new TreeMap<>(Ids::compareUnsigned);
        for (LogRow row : rows) {
            SessionEvent event = row.network() == null ? null : row.network().session();
            if (event != null && row.key() != null && row.sessionKey() != null) {
                SessionKey key = row.sessionKey();
                sessions.computeIfAbsent(row.key(), id -> new SessionEvents(id, key, row.org()))
                        .events()
                        .add(event);
            }
        }
        return sessions;
    }

    private static Set<Integer> addFacts(Connection connection, Collection<LogRow> rows) throws SQLException {
        Map<Integer, List<CapabilityFact>> told = new TreeMap<>();
        for (LogRow row : rows) {
            if (row.network() != null && !row.network().capabilities().isEmpty()) {
                told.computeIfAbsent(row.org(), org -> new ArrayList<>())
                        .addAll(row.network().capabilities());
            }
        }
        for (int org : told.keySet()) {
            Capabilities.lock(connection, org);
        }
        for (Map.Entry<Integer, List<CapabilityFact>> org : told.entrySet()) {
            Capabilities.add(connection, org.getKey(), org.getValue());
        }
        return told.keySet();
    }

    private static void lockShared(Connection connection, Collection<SessionEvents> sessions, Set<Integer> locked)
            throws SQLException {
        Set<Integer> orgs = new TreeSet<>();
        sessions.forEach(session -> orgs.add(session.org()));
        for (int org : orgs) {
            if (locked.add(org)) {
                Capabilities.lockShared(connection, org);
            }
        }
    }

    private void load(Connection connection, Set<UUID> ids, Map<UUID, StoredSession> stored) throws SQLException {
        List<UUID> unknown = ids.stream().filter(id -> !stored.containsKey(id)).toList();
        stored.putAll(SessionStore.load(connection, unknown, rules));
    }

    private @Nullable SessionState apply(SessionEvents session, @Nullable StoredSession before) {
        try {
            return session.foldOn(before, rules);
        } catch (RuntimeException e) {
            LOG.error("The fast path of session {} failed: it is folded again from the log", session.id(), e);
            return null;
        }
    }

    /** Of those whose sightings are not what they were, or were made by somebody else. */
    private static void lookUpFacts(Connection connection, Prepared prepared) throws SQLException {
        Map<Integer, List<Folded>> sought = new TreeMap<>();
        for (Folded session : prepared.newer) {
            List<CapabilityFact> known = session.before == null ? null : session.before.facts();
            if (known != null && !session.hasNewSightings()) {
                prepared.facts.put(session.events.id(), known);
            } else if (session.state.sightings().isEmpty()) {
                prepared.facts.put(session.events.id(), List.of());
            } else {
                sought.computeIfAbsent(session.events.org(), org -> new ArrayList<>())
                        .add(session);
            }
        }
        for (Map.Entry<Integer, List<Folded>> org : sought.entrySet()) {
            List<List<CapabilityFact>> found = Capabilities.nearest(
                    connection,
                    org.getKey(),
                    org.getValue().stream()
                            .map(session -> session.state.sightings())
                            .toList());
            for (int i = 0; i < found.size(); i++) {
                prepared.facts.put(org.getValue().get(i).events.id(), found.get(i));
            }
        }
    }

    /** Of those that are new, or are a run elsewhere by now. */
    private void lookUpRuns(Connection connection, Prepared prepared) throws SQLException {
        Set<UUID> wanted = new HashSet<>();
        for (Folded session : prepared.newer) {
            SessionKey key = session.events.key();
            if (!SessionChange.staysInPlace(key, session.before, session.state)) {
                RunKey run = SessionRun.key(key, session.state);
                Sources.Name name = new Sources.Name(run.env(), run.serviceKey());
                prepared.places.put(
                        session.events.id(),
                        sources.numbers(session.events.org(), List.of(name)).get(name));
                wanted.add(run.id());
                if (session.before != null && session.before.runId() != null) {
                    wanted.add(session.before.runId());
                }
            }
        }
        prepared.runs.putAll(RunStore.loadNewest(connection, wanted));
    }

    void remember(Collection<SessionChange> changes, long batch) {
        for (SessionChange change : changes) {
            states.put(change.id(), change.stored(batch));
        }
    }

    /** For whoever changes sessions that have no new events: what is remembered of some of them shall go on being right. */
    void renew(Collection<SessionChange> changes, long batch) {
        Map<UUID, StoredSession> known =
                states.get(changes.stream().map(SessionChange::id).toList());
        for (SessionChange change : changes) {
            StoredSession before = known.get(change.id());
            if (before != null
                    && change.before() != null
                    && before.stamp() == change.before().stamp()) {
                states.put(change.id(), change.stored(batch));
            }
        }
    }

    void forget(Collection<UUID> ids) {
        states.forget(ids);
    }
}
