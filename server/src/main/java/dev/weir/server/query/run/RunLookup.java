package dev.weir.server.query.run;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.Correction;
import dev.weir.core.run.EventText;
import dev.weir.core.run.ReceivedEvent;
import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.session.SessionFold;
import dev.weir.core.session.SessionRules;
import dev.weir.core.session.SessionRun;
import dev.weir.core.session.SessionState;
import dev.weir.core.stage.StageFold;
import dev.weir.core.stage.StageRun;
import dev.weir.core.stage.StageState;
import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Micros;
import dev.weir.store.Arrivals;
import dev.weir.store.EventLog;
import dev.weir.store.ListedRuns;
import dev.weir.store.ListedRuns.ListedRun;
import dev.weir.store.RunStore;
import dev.weir.store.SessionStore;
import dev.weir.store.Sources;
import dev.weir.store.StoredNetworkEvents;
import dev.weir.store.StoredRules;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Finds the runs of one workflow id, within what one may see, as they are or as they were known at a moment. */
final class RunLookup {
    /** Of the run, or of the rows of an older fold, which may have numbered it otherwise. */
    private static final String UPDATED_AT =
            "SELECT coalesce(max(updated_at) FILTER (WHERE run_seq = ?), max(updated_at)) FROM runs WHERE id = ?";

    private final DataSource database;
    private final Sources sources;
    private final RunItems items;

    RunLookup(DataSource database, Sources sources, RunItems items) {
        this.database = database;
        this.sources = sources;
        this.items = items;
    }

    /**
     * A workflow id with all its runs, oldest first, and the one that was asked for as rows.
     *
     * @param knownUntil when the last event came that went into it
     */
    record Found(List<RunState> runs, RunRows rows, RunItem item, List<Correction> corrected, Instant knownUntil) {}

    /**
     * @param run the number of an earlier run, null for the newest
     * @param at the moment of which to tell, null for now
     */
    Found find(Scope scope, RunKey key, @Nullable Integer run, @Nullable Instant at) throws SQLException {
        if (!scope.includes(key.env(), key.serviceKey())) {
            throw unknown(key, at);
        }
        long receivedBy = at == null ? Arrivals.EVER : lastMicrosOf(at);
        int org = sources.org(scope.org());
        try (Connection connection = database.getConnection()) {
            Arrivals arrivals = Arrivals.of(connection, org, key.id(), receivedBy);
            UUID session = arrivals.isEmpty() ? SessionStore.ofRun(connection, key.id()) : null;
            if (session != null) {
                arrivals = Arrivals.of(connection, org, session, receivedBy);
            }
            List<ReceivedEvent> history = session == null && (at != null || arrivals.anyLate())
                    ? Arrivals.history(connection, org, key.id(), receivedBy)
                    : List.of();
            List<RunState> runs = at == null
                    ? RunStore.loadAll(connection, key.id())
                    : session != null
                            ? ofSession(connection, session, receivedBy, at)
                            : history.isEmpty() ? ofStages(connection, org, key, receivedBy) : fold(history);
            if (runs.isEmpty()) {
                throw unknown(key, at);
            }
            RunState shown = runs.get(index(key, run, runs));
            Map<UUID, EventText> texts = EventLog.texts(connection, org, RunRows.textEvents(shown));
            long known = arrivals.isEmpty() ? shown.last().at() : arrivals.last();
            Instant updatedAt = at == null ? updatedAt(connection, key.id(), shown) : RunRows.instant(known);
            RunRows rows = RunRows.of(key, shown, updatedAt, event -> texts.getOrDefault(event, EventText.NONE));
            ListedRun listed = new ListedRun(
                    key.id(),
                    key.org(),
                    ListedRuns.source(connection, org, key),
                    key.env(),
                    key.serviceKey(),
                    key.workflowId(),
                    session != null,
                    Micros.of(updatedAt),
                    shown);
            return new Found(
                    runs,
                    rows,
                    items.item(connection, listed, at),
                    history.isEmpty() || !arrivals.anyLate() ? List.of() : Correction.of(history, shown.seq()),
                    RunRows.instant(known));
        }
    }

    private static Instant updatedAt(Connection connection, UUID id, RunState shown) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(UPDATED_AT)) {
            select.setInt(1, shown.seq());
            select.setObject(2, id);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                OffsetDateTime saved = row.getObject(1, OffsetDateTime.class);
                return saved == null ? RunRows.instant(shown.last().at()) : saved.toInstant();
            }
        }
    }

    /** A time is shown in milliseconds, so all of its last millisecond is meant. */
    static long lastMicrosOf(Instant at) {
        long micros = Micros.of(at);
        return micros % 1000 == 0 ? micros + 999 : micros;
    }

    private static List<RunState> fold(List<ReceivedEvent> history) {
        return RunFold.fold(history.stream().map(ReceivedEvent::event).toList());
    }

    /** As long as nothing but its stages is known. */
    private static List<RunState> ofStages(Connection connection, int org, RunKey key, long receivedBy)
            throws SQLException {
        StageState stages = StageFold.fold(Arrivals.stages(connection, org, key.id(), receivedBy));
        return stages == null ? List.of() : List.of(StageRun.of(key, stages));
    }

    private static List<RunState> ofSession(Connection connection, UUID session, long receivedBy, Instant at)
            throws SQLException {
        SessionRules rules = StoredRules.load(connection);
        SessionState state = SessionFold.fold(StoredNetworkEvents.ofSession(connection, session, receivedBy), rules);
        return state == null ? List.of() : List.of(SessionRun.of(state, Micros.of(at), rules));
    }

    private static int index(RunKey key, @Nullable Integer run, List<RunState> runs) {
        int seq = run == null ? runs.size() : run;
        if (seq < 1 || seq > runs.size()) {
            throw new Problem(
                    HttpStatus.NOT_FOUND,
                    "unknown_run",
                    "Workflow " + key.workflowId() + " has no run " + seq + ", only 1 to " + runs.size() + ".");
        }
        return seq - 1;
    }

    static Problem unknown(RunKey key, @Nullable Instant at) {
        String workflow = "workflow " + key.workflowId() + " of " + key.env() + "/" + key.serviceKey();
        return new Problem(
                HttpStatus.NOT_FOUND,
                "unknown_workflow",
                at == null
                        ? "There is no " + workflow + " in what you may see."
                        : "Nothing was known at " + at + " of a " + workflow + " in what you may see.");
    }
}
