package dev.weir.server.query;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.EventText;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.store.EventLog;
import dev.weir.store.RunStore;
import dev.weir.store.Sources;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Finds the runs of one workflow id, within what one may see. */
final class RunLookup {
    private final DataSource database;
    private final Sources sources;

    RunLookup(DataSource database, Sources sources) {
        this.database = database;
        this.sources = sources;
    }

    /** A workflow id with all its runs, oldest first, and the one that was asked for as rows. */
    record Found(List<RunState> runs, RunRows rows) {}

    /** @param run the number of an earlier run, null for the newest */
    Found find(Scope scope, RunKey key, @Nullable Integer run) throws SQLException {
        try (Connection connection = database.getConnection()) {
            List<RunState> runs =
                    scope.includes(key.env(), key.serviceKey()) ? RunStore.loadAll(connection, key.id()) : List.of();
            if (runs.isEmpty()) {
                throw unknown(key);
            }
            int seq = run == null ? runs.size() : run;
            if (seq < 1 || seq > runs.size()) {
                throw new Problem(
                        HttpStatus.NOT_FOUND,
                        "unknown_run",
                        "Workflow " + key.workflowId() + " has no run " + seq + ", only 1 to " + runs.size() + ".");
            }
            RunState shown = runs.get(seq - 1);
            Map<UUID, EventText> texts =
                    EventLog.texts(connection, sources.org(scope.org()), RunRows.textEvents(shown));
            return new Found(runs, RunRows.of(key, shown, event -> texts.getOrDefault(event, EventText.NONE)));
        }
    }

    static Problem unknown(RunKey key) {
        return new Problem(
                HttpStatus.NOT_FOUND,
                "unknown_workflow",
                "There is no workflow " + key.workflowId() + " of " + key.env() + "/" + key.serviceKey()
                        + " in what you may see.");
    }
}
