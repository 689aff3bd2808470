package dev.weir.server.query.run;

import dev.weir.core.event.EventOrder;
import dev.weir.core.event.EventType;
import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.core.run.Json;
import dev.weir.core.run.RunRows;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Cursor;
import dev.weir.server.query.Micros;
import dev.weir.server.query.Page;
import dev.weir.server.query.Parameters;
import dev.weir.store.Arrivals;
import dev.weir.store.SessionStore;
import dev.weir.store.Sources;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The timeline of a workflow id: its events as they are in the log, in the order in which they were folded. */
@RestController
final class RunEventsEndpoint {
    private static final String TYPES =
            Arrays.stream(EventType.values()).map(EventType::wireName).collect(Collectors.joining("', '", "'", "'"));

    /** The middle of {@link EventOrder}, between the time and the id; the same as {@link #place}. */
    private static final String PLACE = """
            CASE WHEN substr(l.id::text, 15, 1) = '7' AND substr(l.id::text, 20, 1) IN ('8', '9', 'a', 'b') THEN 0
                 ELSE coalesce(array_position(ARRAY[%s], l.type), %d) END
            """.formatted(TYPES, EventType.values().length + 1);

    private static final String SELECT = """
            SELECT l.id, l.type, coalesce(l.payload->>'workflowName', ''), micros(l.at), micros(l.received_at), l.payload::text,
                   l.mended, p.id IS NULL, p.error, coalesce(l.payload->>'eventId', l.payload->>'id', l.id::text), l.payload->>'stepName',
                   CASE WHEN l.payload->>'attempt' ~ '^[0-9]{1,9}$' THEN (l.payload->>'attempt')::bigint END
            FROM event_log l LEFT JOIN pending_folds p ON p.id = l.key
            WHERE l.org = ? AND l.key = ? AND l.received_at <= ? AND (micros(l.at), %1$s, l.id) > (?, ?, ?)
            ORDER BY l.at, %1$s, l.id
            LIMIT ?
            """.formatted(PLACE);
    private static final int PLACES = 32; // a power of two that holds them all; times up to the year 9999 leave room

    private final DataSource database;
    private final Sources sources;

    RunEventsEndpoint(DataSource database, Sources sources) {
        this.database = database;
        this.sources = sources;
    }

    /**
     * A row of {@code workflow_events}.
     *
     * @param eventId as it was sent
     * @param late something that happened later was known before it came
     */
    record Event(
            UUID id,
            String eventId,
            String type,
            String eventType,
            Instant timestamp,
            Instant eventTimestamp,
            String workflowId,
            String workflowName,
            String env,
            String serviceKey,
            @Nullable String stepName,
            @Nullable Long attempt,
            Json payload,
            Instant receivedAt,
            boolean late,
            boolean mended,
            boolean processed,
            @Nullable String processingError) {}

    @GetMapping("/api/v1/workflows/{env}/{service}/{id}/events")
    Page<Event> events(
            Scope scope,
            @PathVariable String env,
            @PathVariable String service,
            @PathVariable String id,
            @RequestParam(required = false) @Nullable Long limit,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Nullable String at)
            throws SQLException {
        RunKey key = new RunKey(scope.org(), env, service, id);
        Cursor from = Cursor.parse(cursor);
        Instant moment = Parameters.time("at", at);
        int most = Page.limit(limit);
        List<Event> events = scope.includes(env, service)
                ? select(key, from, moment == null ? Arrivals.EVER : RunLookup.lastMicrosOf(moment), most + 1)
                : List.of();
        if (events.isEmpty() && from.equals(Cursor.START)) {
            throw RunLookup.unknown(key, moment);
        }
        return Page.of(events, most, RunEventsEndpoint::cursor);
    }

    /** For ids that no path can hold. */
    @GetMapping("/api/v1/workflow/events")
    Page<Event> eventsByQuery(
            Scope scope,
            @RequestParam String env,
            @RequestParam String service,
            @RequestParam String id,
            @RequestParam(required = false) @Nullable Long limit,
            @RequestParam(required = false) @Nullable String cursor,
            @RequestParam(required = false) @Nullable String at)
            throws SQLException {
        return events(scope, env, service, id, limit, cursor, at);
    }

    private List<Event> select(RunKey key, Cursor from, long receivedBy, int most) throws SQLException {
        List<Event> events = new ArrayList<>();
        int org = sources.org(key.org());
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(SELECT)) {
            UUID inLog = key.id();
            Arrivals arrivals = Arrivals.of(connection, org, inLog, receivedBy);
            UUID session = arrivals.isEmpty() ? SessionStore.ofRun(connection, inLog) : null;
            if (session != null) {
                inLog = session;
                arrivals = Arrivals.of(connection, org, inLog, receivedBy);
            }
            select.setInt(1, org);
            select.setObject(2, inLog);
            select.setObject(3, Micros.time(receivedBy));
            select.setLong(4, Math.floorDiv(from.value(), PLACES));
            select.setInt(5, Math.floorMod(from.value(), PLACES));
            select.setObject(6, from.id());
            select.setInt(7, most);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    events.add(event(key, row, arrivals));
                }
            }
        }
        return events;
    }

    private static Cursor cursor(Event event) {
        return new Cursor(Micros.of(event.eventTimestamp()) * PLACES + place(event), event.id());
    }

    private static int place(Event event) {
        if (Ids.isTimeOrdered(event.id())) {
            return 0;
        }
        EventType type = EventType.of(event.eventType());
        return type == null ? EventType.values().length + 1 : type.ordinal() + 1;
    }

    private static Event event(RunKey key, ResultSet row, Arrivals arrivals) throws SQLException {
        Instant at = RunRows.instant(row.getLong(4));
        return new Event(
                row.getObject(1, UUID.class),
                row.getString(10),
                row.getString(2),
                row.getString(2),
                at,
                at,
                key.workflowId(),
                row.getString(3),
                key.env(),
                key.serviceKey(),
                row.getString(11),
                row.getObject(12, Long.class),
                new Json(row.getString(6)),
                RunRows.instant(row.getLong(5)),
                arrivals.isLate(row.getLong(4), row.getLong(5)),
                row.getBoolean(7),
                row.getBoolean(8),
                row.getString(9));
    }
}
