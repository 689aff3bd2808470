package dev.weir.host;

import dev.weir.core.session.CapabilityFact;
import dev.weir.core.session.SessionRules;
import dev.weir.core.session.SessionState;
import dev.weir.store.Attributions;
import dev.weir.store.Batches;
import dev.weir.store.Capabilities;
import dev.weir.store.PendingFolds;
import dev.weir.store.RunSave;
import dev.weir.store.SessionChange;
import dev.weir.store.SessionStore;
import dev.weir.store.SignalOutlook;
import dev.weir.store.StoredSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes sessions that no event of theirs changes: a snapshot came late and tells more of an orchestrator, or nothing came
 * and the session is idle. From what is stored, without the log, a few hundred in a transaction.
 */
public final class Attributor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Attributor.class);
    private static final int MOST_AT_ONCE = 300;
    private static final long PAUSE_MS = 100;
    private static final long SWEEP_MS = 2_000;
    private static final long LONGEST_END_MS = 5_000;

    private final DataSource writer;
    private final Clock clock;
    private final int slot;
    private final SessionRules rules;
    private final SessionProjector sessions;
    private final SignalOutlook outlook;
    private final Batches batches = new Batches();
    private final Thread thread = new Thread(this::run, "weir-attribute");
    private volatile boolean closed;
    private long lastSweep;

    /** @param sessions whose memory of what is changed here has to be renewed */
    public Attributor(
            DataSource writer,
            Clock clock,
            int slot,
            SessionRules rules,
            SessionProjector sessions,
            SignalOutlook outlook) {
        this.writer = writer;
        this.clock = clock;
        this.slot = slot;
        this.rules = rules;
        this.sessions = sessions;
        this.outlook = outlook;
    }

    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!closed) {
            boolean more = false;
            try {
                more = attribute();
                if (System.nanoTime() / 1_000_000 - lastSweep >= SWEEP_MS) {
                    boolean full = settle();
                    lastSweep = full ? 0 : System.nanoTime() / 1_000_000;
                    more |= full;
                }
            } catch (SQLException e) { // such as another writer that was faster
                LOG.debug("Attributing sessions has to wait: {}", e.getMessage());
            } catch (RuntimeException e) {
                LOG.error("Attributing sessions failed in a way that was not foreseen", e);
            }
            if (!more) {
                pause();
            }
        }
    }

    /** @return whether there may be more */
    private boolean attribute() throws SQLException {
        try (Connection connection = writer.getConnection()) {
            try {
                List<UUID> claimed = Attributions.claim(connection, MOST_AT_ONCE);
                Saved saved = claimed.isEmpty() ? Saved.NOTHING : attribute(connection, claimed);
                connection.commit();
                sessions.renew(saved.changes, saved.batch);
                return claimed.size() == MOST_AT_ONCE;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        }
    }

    /** What a transaction did, to be believed once it is committed. */
    private record Saved(Collection<SessionChange> changes, long batch) {
        static final Saved NOTHING = new Saved(List.of(), 0);
    }

    private Saved attribute(Connection connection, List<UUID> claimed) throws SQLException {
        SessionStore.lock(connection, claimed);
        long batch = batches.next(connection);
        RunSave save = new RunSave(batch, clock.millis() * 1000, outlook);
        for (Made made : made(connection, claimed)) {
            save.add(SessionChange.attributed(made.session.place(rules), made.session, made.state, made.facts));
        }
        write(connection, batch, save);
        Attributions.done(connection, claimed);
        return new Saved(save.sessions(), batch);
    }

    /** A session as it is stored, with what is known of its orchestrators now. */
    private record Made(StoredSession session, SessionState state, List<CapabilityFact> facts) {}

    private List<Made> made(Connection connection, List<UUID> ids) throws SQLException {
        Map<Integer, List<StoredSession>> orgs = new TreeMap<>();
        for (StoredSession session : SessionStore.load(connection, ids, rules).values()) {
            if (session.state() == null) {
                PendingFolds.ask(connection, session.org(), List.of(session.id()));
            } else {
                orgs.computeIfAbsent(session.org(), org -> new ArrayList<>()).add(session);
            }
        }
        List<Made> made = new ArrayList<>();
        for (Map.Entry<Integer, List<StoredSession>> org : orgs.entrySet()) {
            List<SessionState> states = org.getValue().stream()
                    .map(session -> Objects.requireNonNull(session.state()))
                    .toList();
            List<List<CapabilityFact>> facts = Capabilities.nearest(
                    connection,
                    org.getKey(),
                    states.stream().map(SessionState::sightings).toList());
            for (int i = 0; i < states.size(); i++) {
                made.add(new Made(org.getValue().get(i), states.get(i), facts.get(i)));
            }
        }
        return made;
    }

    /** Sessions that are idle by now: their runs are over. */
    private boolean settle() throws SQLException {
        try (Connection connection = writer.getConnection()) {
            try {
                long now = clock.millis() * 1000;
                List<UUID> idle = SessionStore.idle(connection, now - rules.idleMicros(), MOST_AT_ONCE);
                Saved saved = idle.isEmpty() ? Saved.NOTHING : settle(connection, idle, now);
                connection.commit();
                sessions.renew(saved.changes, saved.batch);
                return saved.changes.size() == MOST_AT_ONCE;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        }
    }

    /** A session whose run is a workflow's is only marked. */
    private Saved settle(Connection connection, List<UUID> idle, long now) throws SQLException {
        SessionStore.lock(connection, idle);
        long batch = batches.next(connection);
        RunSave save = new RunSave(batch, now, outlook);
        for (Made made : made(connection, idle)) {
            if (SessionChange.isIdle(made.state, now, rules)) {
                save.add(SessionChange.settled(made.session.place(rules), made.session, made.state, made.facts));
            }
        }
        write(connection, batch, save);
        return new Saved(save.sessions(), batch);
    }

    private void write(Connection connection, long batch, RunSave save) throws SQLException {
        Collection<SessionChange> changes = save.sessions();
        if (changes.isEmpty()) {
            return;
        }
        save.write(connection, slot);
        Set<UUID> heard = save.heard();
        heard.removeAll(save.runs());
        Batches.record(connection, batch, 0, save.runs(), heard);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed = true; // it pauses only briefly, and to interrupt it would cost a connection
        try {
            thread.join(LONGEST_END_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
