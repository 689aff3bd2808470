package dev.weir.store;

import dev.weir.core.run.RunState;
import dev.weir.core.run.RunStatus;
import dev.weir.core.signal.Eta;
import dev.weir.core.signal.Outcome;
import dev.weir.core.signal.Phases;
import dev.weir.core.signal.Signal;
import dev.weir.core.signal.SignalKind;
import dev.weir.store.RunDurations.Name;
import dev.weir.store.RunStore.RunChange;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What signals need beyond their own run: which steps belong to which phase, how long runs of the workflow took, and how
 * the last one ended. The past is a prediction and not part of what a rebuild compares, so it may be a few seconds old.
 */
public final class SignalOutlook {
    private static final long KEPT_NS = TimeUnit.SECONDS.toNanos(5);
    private static final int MOST_KEPT = 20_000;

    /** One short look into an index per way to end. */
    private static final String LAST_ENDED = """
            SELECT wanted.source, wanted.name, last.status, micros(last.ended_at), last.workflow_id, last.run_seq, last.duration_ms
            FROM unnest(?::int[], ?::text[]) AS wanted(source, name)
            CROSS JOIN unnest('{completed,failed,cancelled}'::workflow_status[]) AS ways(status)
            CROSS JOIN LATERAL (
              SELECT r.status, r.ended_at, r.workflow_id, r.run_seq, r.duration_ms FROM runs r
              WHERE r.newest AND r.ended_at IS NOT NULL AND r.source = wanted.source AND r.status = ways.status
                AND r.name_hash = hashtextextended(wanted.name, 0) AND r.workflow_name = wanted.name
              ORDER BY r.ended_at DESC, r.id DESC LIMIT 1) AS last
            """;

    /** @param last null if none has ended yet */
    private record Past(Eta eta, @Nullable Outcome last, long since) {

        Past with(Outcome ended) {
            Long took = ended.status() == SignalKind.SUCCEEDED ? ended.durationMs() : null;
            return new Past(took == null ? eta : eta.with(took), last == null ? ended : later(last, ended), since);
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

    /** Learns what is not known of these, or not lately. */
    void look(Connection connection, Collection<RunChange> changes) throws SQLException {
        if (!looksBack) {
            return;
        }
        long now = System.nanoTime();
        Set<Name> old = new HashSet<>();
        for (RunChange change : changes) {
            Name name = name(change);
            Past past = pasts.get(name);
            if (past == null || now - past.since() > KEPT_NS) {
                old.add(name);
            }
        }
        if (!old.isEmpty()) {
            if (pasts.size() > MOST_KEPT) {
                pasts.clear();
            }
            load(connection, old, now);
        }
    }

    private void load(Connection connection, Set<Name> names, long now) throws SQLException {
        Map<Name, Map<Integer, Long>> durations = RunDurations.of(connection, names);
        Map<Name, Outcome> last = lastEnded(connection, names);
        for (Name name : names) {
            pasts.put(name, new Past(Eta.of(durations.getOrDefault(name, Map.of())), last.get(name), now));
        }
    }

    private static Map<Name, Outcome> lastEnded(Connection connection, Set<Name> names) throws SQLException {
        Map<Name, Outcome> last = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(LAST_ENDED)) {
            select.setArray(
                    1,
                    connection.createArrayOf(
                            "int4", names.stream().map(Name::source).toArray()));
            select.setArray(
                    2,
                    connection.createArrayOf(
                            "text", names.stream().map(Name::workflowName).toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    last.merge(new Name(row.getInt(1), row.getString(2)), outcome(row), SignalOutlook::later);
                }
            }
        }
        return last;
    }

    private static Outcome outcome(ResultSet row) throws SQLException {
        return new Outcome(
                SignalKind.ofEnd(RunStatus.of(row.getString(3))),
                row.getLong(4),
                row.getString(5),
                row.getInt(6),
                row.getObject(7, Long.class));
    }

    private static Outcome later(Outcome a, Outcome b) {
        return a.compareTo(b) > 0 ? a : b;
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

    /** How the workflow's run before this one ended: of the same id where that was used before, else of any. */
    @Nullable
    Outcome previous(RunChange change) {
        RunState run = change.newest();
        if (run.seq() > 1) {
            RunState before = before(change);
            return before == null ? null : Outcome.of(change.key(), before);
        }
        Past past = pasts.get(name(change));
        return past == null || past.last() == null || past.last().finishedAt() > run.createdAt() ? null : past.last();
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
        RunState run = change.newest();
        Long began = run.startedAt() != null ? run.startedAt() : run.firstActivityAt();
        return past == null || began == null || !signal.isOpen()
                ? signal
                : signal.withEta(past.eta().seconds((signal.since() - began) / 1000));
    }

    private static Name name(RunChange change) {
        return new Name(change.source(), change.newest().workflowName());
    }
}
