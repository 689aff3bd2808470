package dev.weir.server.stream;

import dev.weir.core.run.Json;
import dev.weir.core.run.RunRows;
import dev.weir.server.access.Scope;
import dev.weir.server.query.insight.SelectorsEndpoint;
import dev.weir.server.query.run.RunItem;
import dev.weir.server.query.run.RunItems;
import dev.weir.server.query.signal.SignalItem;
import dev.weir.server.query.signal.SignalReader;
import dev.weir.store.Commits.Commit;
import dev.weir.store.ListedRuns;
import dev.weir.store.ListedRuns.ListedRun;
import dev.weir.store.StoredSignal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Finds out what commits mean to those who follow: the same items that the lists show. */
final class LiveChanges {
    /** By key, since the log has no index on batches: histories are short, and few people tail. */
    private static final String EVENTS = """
            SELECT l.id, o.id, s.env, s.service_key, l.type, micros(l.at), micros(l.received_at),
                   coalesce(l.payload->>'eventId', l.payload->>'id', l.id::text),
                   coalesce(l.payload->>'workflowId', f.workflow_session_id, ''),
                   coalesce(l.payload->>'workflowName', f.workflow_id, ''), l.payload->>'stepName',
                   CASE WHEN l.payload->>'attempt' ~ '^[0-9]{1,9}$' THEN (l.payload->>'attempt')::bigint END,
                   l.mended, l.payload::text
            FROM event_log l JOIN sources s ON s.source = l.source JOIN organisations o ON o.org = l.org
            LEFT JOIN fact_workflow_sessions f ON f.id = l.key
            WHERE l.key = ANY(?) AND l.batch = ANY(?)
            ORDER BY l.batch, l.at, l.id
            """;

    private final RunItems items;
    private final SignalReader signals;
    private final SelectorsEndpoint selectors;
    private final JsonMapper json;

    LiveChanges(RunItems items, SignalReader signals, SelectorsEndpoint selectors, JsonMapper json) {
        this.items = items;
        this.signals = signals;
        this.selectors = selectors;
        this.json = json;
    }

    /** An event as it is tailed. */
    record Event(
            UUID id,
            String eventId,
            String type,
            Instant timestamp,
            Instant receivedAt,
            String env,
            String serviceKey,
            String workflowId,
            String workflowName,
            @Nullable String stepName,
            @Nullable Long attempt,
            boolean mended,
            Json payload) {}

    record Counts(List<SelectorsEndpoint.Environment> environments) {}

    /** The newest run of each of these keys. */
    List<Change> runs(Connection connection, Collection<UUID> keys) throws SQLException {
        List<ListedRun> runs = List.copyOf(ListedRuns.load(connection, keys).values());
        List<RunItem> shown = items.items(connection, runs);
        List<Change> changes = new ArrayList<>(runs.size());
        for (int i = 0; i < runs.size(); i++) {
            ListedRun run = runs.get(i);
            changes.add(
                    new Change(run.id(), run.org(), run.env(), run.serviceKey(), json.writeValueAsBytes(shown.get(i))));
        }
        return changes;
    }

    /**
     * The first signals of these jobs.
     *
     * @param followers who are told: of a failure's kind each only what was seen in what they may see
     */
    List<Change> signals(Connection connection, Collection<UUID> keys, Set<Scope> followers) throws SQLException {
        List<Change> changes = new ArrayList<>();
        for (StoredSignal signal : StoredSignal.load(connection, keys).values()) {
            if (signal.env() != null && signal.serviceKey() != null) {
                changes.add(change(connection, signal, signal.env(), signal.serviceKey(), followers));
            }
        }
        return changes;
    }

    private Change change(
            Connection connection, StoredSignal signal, String env, String serviceKey, Set<Scope> followers)
            throws SQLException {
        Scope everything = new Scope(signal.tenantId(), Set.of(), Set.of(), "");
        SignalItem item = signals.item(connection, signal, everything);
        Map<Scope, byte[]> toOthers = new HashMap<>();
        for (Scope scope : item.dependsOnScope() ? followers : Set.<Scope>of()) {
            boolean seesLess =
                    !scope.environments().isEmpty() || !scope.services().isEmpty();
            if (seesLess && scope.org().equals(signal.tenantId()) && scope.includes(env, serviceKey)) {
                toOthers.put(scope, json.writeValueAsBytes(signals.item(connection, signal, scope)));
            }
        }
        return new Change(signal.jobId(), signal.tenantId(), env, serviceKey, json.writeValueAsBytes(item), toOthers);
    }

    /** The events that these commits brought. */
    List<Change> events(Connection connection, List<Commit> commits) throws SQLException {
        Set<UUID> keys = new TreeSet<>();
        commits.forEach(commit -> commit.told().forEach(keys::add));
        List<Change> changes = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(EVENTS)) {
            select.setArray(1, connection.createArrayOf("uuid", keys.toArray()));
            select.setArray(
                    2,
                    connection.createArrayOf(
                            "int8", commits.stream().map(Commit::batch).toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    changes.add(new Change(
                            row.getObject(1, UUID.class),
                            row.getObject(2, UUID.class),
                            row.getString(3),
                            row.getString(4),
                            json.writeValueAsBytes(event(row))));
                }
            }
        }
        return changes;
    }

    private static Event event(ResultSet row) throws SQLException {
        return new Event(
                row.getObject(1, UUID.class),
                row.getString(8),
                row.getString(5),
                RunRows.instant(row.getLong(6)),
                RunRows.instant(row.getLong(7)),
                row.getString(3),
                row.getString(4),
                row.getString(9),
                row.getString(10),
                row.getString(11),
                row.getObject(12, Long.class),
                row.getBoolean(13),
                new Json(row.getString(14)));
    }

    /** The numbers of runs that somebody may see. */
    byte[] counts(Scope scope) throws SQLException {
        return json.writeValueAsBytes(new Counts(selectors.environments(scope).items()));
    }
}
