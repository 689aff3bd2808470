package dev.weir.store;

import dev.weir.core.run.RunState;
import dev.weir.core.signal.Eta;
import dev.weir.core.signal.Outcome;
import dev.weir.core.signal.Phases;
import dev.weir.core.signal.Signal;
import dev.weir.core.signal.SignalKind;
import dev.weir.store.EarlierEnds.Asking;
import dev.weir.store.RunDurations.Name;
import dev.weir.store.RunStore.RunChange;
import dev.weir.store.RunStore.StoredRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What signals need beyond their own run: which steps belong to which phase, how long runs of the workflow took, and how
 * the last one ended that was over when they began. The past is a prediction and not part of what a rebuild compares, so what
 * others have ended may be a few seconds old.
 */
public final class SignalOutlook {
    private static final long KEPT_NS = TimeUnit.SECONDS.toNanos(5);
    private static final int MOST_KEPT = 20_000;
    private static final long EVER = 253_402_300_799_000_000L; // the end of the year 9999

    private record Past(Eta eta, RecentEnds ends, long since) {

        Past with(Outcome ended) {
            Long took = ended.status() == SignalKind.SUCCEEDED ? ended.durationMs() : null;
            return new Past(took == null ? eta : eta.with(took), ends.with(ended), since);
        }
    }

    private final Phases phases;
    private final boolean looksBack;
    private final Map<Name, Past> pasts = new ConcurrentHashMap<>();

    private SignalOutlook(Phases phases, boolean looksBack) {
        this.phases = phases;
        this.looksBack = looksBack;
    }

    public static SignalOutlook of(Phases phases) {
        return new SignalOutlook(phases, true);
    }

    /** For who writes much at once: nothing is predicted. */
    public static SignalOutlook withoutPast(Phases phases) {
        return new SignalOutlook(phases, false);
    }

    Phases phases() {
        return phases;
    }

    /**
     * What signals of these need of runs before them. Most find it among the ends that are known; those that began before
     * these, since they come late or tell of long ago, cost a look into an index each.
     *
     * @param whole of all of them how the run before ended, else only of those whose signal is not there yet
     */
    Earlier look(Connection connection, Collection<RunChange> changes, boolean whole) throws SQLException {
        if (!looksBack) {
            return Earlier.UNKNOWN;
        }
        refresh(connection, changes);
        Map<UUID, Outcome> outcomes = new HashMap<>();
        List<Asking> asking = new ArrayList<>();
        for (RunChange change : changes) {
            if (change.newest().seq() == 1 && (whole || isNew(change))) {
                RecentEnds known =
                        Objects.requireNonNull(pasts.get(name(change))).ends();
                long began = change.newest().createdAt();
                if (!known.reachBackTo(began)) {
                    asking.add(new Asking(change.id(), name(change), began));
                    continue;
                }
                Outcome last = known.before(began, change.key().workflowId());
                if (last != null) {
                    outcomes.put(change.id(), last);
                } else if (!known.areAll()) {
                    asking.add(new Asking(change.id(), name(change), began));
                }
            }
        }
        outcomes.putAll(EarlierEnds.before(connection, asking));
        return new Earlier(outcomes);
    }

    private static boolean isNew(RunChange change) {
        StoredRun before = change.previous();
        return before == null
                || change.foldedAgain()
                || before.state() == null
                || before.state().seq() != change.newest().seq();
    }

    private void refresh(Connection connection, Collection<RunChange> changes) throws SQLException {
        long now = System.nanoTime();
        Map<Name, Asking> old = new HashMap<>();
        if (pasts.size() > MOST_KEPT) {
            pasts.clear();
        }
        for (RunChange change : changes) {
            Name name = name(change);
            Past past = pasts.get(name);
            if (past == null || now - past.since() > KEPT_NS) {
                old.putIfAbsent(name, new Asking(UUID.randomUUID(), name, EVER));
            }
        }
        if (!old.isEmpty()) {
            Map<Name, Map<Integer, Long>> durations = RunDurations.of(connection, old.keySet());
            Map<UUID, Outcome> last = EarlierEnds.before(connection, old.values());
            old.forEach((name, asking) -> pasts.put(
                    name,
                    new Past(
                            Eta.of(durations.getOrDefault(name, Map.of())),
                            RecentEnds.since(last.get(asking.id())),
                            now)));
        }
    }

    /** To be believed once it is committed: who begins next should hear of it, whoever asks the database and when. */
    public void remember(Collection<RunChange> changes) {
        for (RunChange change : changes) {
            Outcome ended = Outcome.of(change.key(), change.newest());
            if (ended != null) {
                pasts.computeIfPresent(name(change), (name, past) -> past.with(ended));
            }
        }
    }

    /** What was found out of runs before others. */
    record Earlier(Map<UUID, Outcome> outcomes) {
        static final Earlier UNKNOWN = new Earlier(Map.of());

        /** How the workflow's run before this one ended: of the same id where that was used before, else of any. */
        @Nullable
        Outcome of(RunChange change) {
            if (change.newest().seq() > 1) {
                RunState before = before(change);
                return before == null ? null : Outcome.of(change.key(), before);
            }
            return outcomes.get(change.id());
        }
    }

    private static @Nullable RunState before(RunChange change) {
        int seq = change.newest().seq() - 1;
        for (RunState run : change.runs()) {
            if (run.seq() == seq) {
                return run;
            }
        }
        return change.previous() != null && change.previous().seq() == seq
                ? change.previous().state()
                : null;
    }

    Signal withEta(Signal signal, RunChange change) {
        Past past = pasts.get(name(change));
        return past == null ? signal : withEta(signal, change.newest(), change.isSession(), past.eta());
    }

    /** A session goes on for as long as somebody streams: what others took says nothing of it. */
    static Signal withEta(Signal signal, RunState run, boolean isSession, Eta eta) {
        Long began = run.startedAt() != null ? run.startedAt() : run.firstActivityAt();
        return began == null || isSession || !signal.isOpen()
                ? signal
                : signal.withEta(eta.seconds((signal.since() - began) / 1000));
    }

    private static Name name(RunChange change) {
        return new Name(change.source(), change.newest().workflowName());
    }
}
