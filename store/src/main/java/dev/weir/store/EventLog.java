package dev.weir.store;

import dev.weir.core.event.Ids;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.EventText;
import dev.weir.core.run.Json;
import dev.weir.core.signal.LoggedText;
import dev.weir.core.stage.StageEvent;
import dev.weir.store.LogRow.EventId;
import dev.weir.wire.LogEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** The append-only log: what is in it already, adding to it, and reading the history of a key. */
public final class EventLog {
    private static final String EXISTING = """
            SELECT l.org, l.id
            FROM unnest(?::int[], ?::int[], ?::uuid[]) AS sent(month, org, id)
            JOIN event_log l ON l.month = sent.month AND l.id = sent.id AND l.org = sent.org
            """;
    private static final String APPEND = """
            COPY event_log (at, received_at, batch, month, org, source, mended, id, key, type, payload)
            FROM STDIN (FORMAT binary)
            """;
    private static final String HISTORY = "SELECT type, payload::text FROM event_log WHERE key = ? AND org = ?";
    private static final String HISTORY_SIZE =
            "SELECT count(*) FROM (SELECT FROM event_log WHERE key = ? LIMIT ?) AS counted";
    private static final String TEXTS = """
            SELECT l.id,
                   (CASE l.type WHEN 'workflow.completed' THEN l.payload->'output'
                                WHEN 'step.completed' THEN l.payload->'result'
                                ELSE l.payload->'input' END)::text,
                   l.payload->'error'->>'message', l.payload->'error'->>'stack'
            FROM unnest(?::int[], ?::uuid[]) AS wanted(month, id)
            JOIN event_log l ON l.month = wanted.month AND l.id = wanted.id AND l.org = ?
            """;
    private static final String LOGGED_TEXTS = """
            SELECT l.id, l.payload->'error'->>'message', l.payload->'error'->>'code', l.payload->'error'->>'stack',
                   l.payload->>'reason'
            FROM unnest(?::int[], ?::uuid[]) AS wanted(month, id)
            JOIN event_log l ON l.month = wanted.month AND l.id = wanted.id AND l.org = ?
            """;
    private static final int HISTORY_FETCH_SIZE = 2000;

    private EventLog() {}

    /** Which of these the log has. */
    public static Set<EventId> existing(Connection connection, Collection<LogRow> rows) throws SQLException {
        Integer[] months = new Integer[rows.size()];
        Integer[] orgs = new Integer[rows.size()];
        UUID[] ids = new UUID[rows.size()];
        int i = 0;
        for (LogRow row : rows) {
            months[i] = row.month();
            orgs[i] = row.org();
            ids[i++] = row.event().id();
        }
        Set<EventId> existing = new HashSet<>();
        try (PreparedStatement select = connection.prepareStatement(EXISTING)) {
            select.setArray(1, connection.createArrayOf("int4", months));
            select.setArray(2, connection.createArrayOf("int4", orgs));
            select.setArray(3, connection.createArrayOf("uuid", ids));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    existing.add(new EventId(row.getInt(1), row.getObject(2, UUID.class)));
                }
            }
        }
        return existing;
    }

    /**
     * Appends in the order of ids, so that two servers that receive the same events wait for each other instead of
     * deadlocking; the loser's unique violation tells it to look again. The caller may use the time until
     * {@link Appending#finish} for anything but the connection.
     */
    public static Appending append(Connection connection, long batch, long receivedAt, Collection<LogRow> rows)
            throws SQLException {
        List<LogRow> ordered = new ArrayList<>(rows);
        ordered.sort(Comparator.comparing(row -> row.event().id(), Ids::compareUnsigned));
        BinaryCopy copy = new BinaryCopy();
        for (LogRow row : ordered) {
            copy.row(11)
                    .timestamp(row.event().at())
                    .timestamp(receivedAt)
                    .bigint(batch)
                    .integer(row.month())
                    .integer(row.org())
                    .integer(row.source())
                    .bool(row.event().mended())
                    .uuid(row.event().id())
                    .uuid(row.key())
                    .text(row.event().type())
                    .text(row.event().payload());
        }
        StageEventRows stages = new StageEventRows();
        for (LogRow row : ordered) {
            LogEvent event = row.event();
            if (event.stage() != null && row.key() != null && event.workflowId() != null) {
                stages.add(event.stage(), receivedAt, row.source(), row.key(), event.workflowId());
            }
        }
        return new Appending(connection, copy.begin(connection, APPEND), stages);
    }

    /** Events on their way into the log. */
    public static final class Appending implements AutoCloseable {
        private final Connection connection;
        private final BinaryCopy.Sending sending;
        private final StageEventRows stages;

        private Appending(Connection connection, BinaryCopy.Sending sending, StageEventRows stages) {
            this.connection = connection;
            this.sending = sending;
            this.stages = stages;
        }

        public void finish() throws SQLException {
            sending.finish();
            stages.write(connection);
        }

        @Override
        public void close() throws SQLException {
            sending.close();
        }
    }

    /** How many events a key has, counted no further than {@code most}. */
    public static int historySize(Connection connection, UUID key, int most) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(HISTORY_SIZE)) {
            select.setObject(1, key);
            select.setInt(2, most);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** All events of a key that a fold knows, in no particular order. The connection must be in a transaction. */
    static void history(
            Connection connection, int org, UUID key, Consumer<WorkflowEvent> each, Consumer<StageEvent> eachStage)
            throws SQLException {
        StoredEvents decoder = new StoredEvents();
        try (PreparedStatement select = connection.prepareStatement(HISTORY)) {
            select.setFetchSize(HISTORY_FETCH_SIZE);
            select.setObject(1, key);
            select.setInt(2, org);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    LogEvent event = decoder.decode(row.getString(1), row.getString(2));
                    if (event != null && event.event() != null) {
                        each.accept(event.event());
                    } else if (event != null && event.stage() != null) {
                        eachStage.accept(event.stage());
                    }
                }
            }
        }
    }

    /** What only the log keeps of these events. */
    public static Map<UUID, EventText> texts(Connection connection, int org, Collection<UUID> events)
            throws SQLException {
        return read(connection, TEXTS, org, events, row -> {
            String value = row.getString(2);
            return new EventText(value == null ? null : new Json(value), row.getString(3), row.getString(4));
        });
    }

    /** What only the log keeps of the ends of runs and the failures of their steps. */
    public static Map<UUID, LoggedText> loggedTexts(Connection connection, int org, Collection<UUID> events)
            throws SQLException {
        return read(
                connection,
                LOGGED_TEXTS,
                org,
                events,
                row -> new LoggedText(row.getString(2), row.getString(3), row.getString(4), row.getString(5)));
    }

    /** The same of several organisations. */
    static Map<UUID, LoggedText> loggedTexts(Connection connection, Map<Integer, Set<UUID>> eventsByOrg)
            throws SQLException {
        Map<UUID, LoggedText> texts = new HashMap<>();
        for (Map.Entry<Integer, Set<UUID>> org : eventsByOrg.entrySet()) {
            texts.putAll(loggedTexts(connection, org.getKey(), org.getValue()));
        }
        return texts;
    }

    private interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private static <T> Map<UUID, T> read(
            Connection connection, String sql, int org, Collection<UUID> events, RowReader<T> reader)
            throws SQLException {
        Map<UUID, T> read = new HashMap<>();
        if (events.isEmpty()) {
            return read;
        }
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setArray(
                    1,
                    connection.createArrayOf(
                            "int4", events.stream().map(Ids::monthOf).toArray()));
            select.setArray(2, connection.createArrayOf("uuid", events.toArray()));
            select.setInt(3, org);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    read.put(row.getObject(1, UUID.class), reader.read(row));
                }
            }
        }
        return read;
    }
}
