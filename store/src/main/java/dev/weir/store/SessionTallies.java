package dev.weir.store;

import dev.weir.core.event.EventOrder;
import dev.weir.core.event.Ids;
import dev.weir.core.session.Samples;
import dev.weir.core.session.SessionState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What every event of a session changes: the newest event, and the figures of the open span and since the last parameter
 * update. Their rows are narrow, because they are written with nearly every event, and carry the session's stamp.
 */
final class SessionTallies {
    private static final List<String> COLUMNS = List.of(
            "id",
            "stamp",
            "run_stamp",
            "last_at",
            "last_rank",
            "last_id",
            "heartbeat_at",
            "heartbeat_rank",
            "heartbeat_id",
            "events",
            "events_after_close",
            "span_events",
            "span_statuses",
            "span_fps_count",
            "span_fps_positive",
            "span_fps_sum",
            "span_jitter_count",
            "span_jitter_sum",
            "marked_statuses",
            "marked_fps_count",
            "marked_fps_positive",
            "marked_fps_sum",
            "marked_jitter_count",
            "marked_jitter_sum");

    /** Of a row {@code t}, for {@link Read}. */
    static final String READ = COLUMNS.stream()
            .filter(column -> !column.equals("id"))
            .map(column -> column.endsWith("_at") ? "micros(t." + column + ") AS " + column : "t." + column)
            .collect(Collectors.joining(", "));

    private static final String NAMES = String.join(", ", COLUMNS);
    private static final Staging STAGING = new Staging("staged_tallies", "session_tallies", "stamp AS previous_stamp");
    private static final String INSERT = "COPY session_tallies (" + NAMES + ") FROM STDIN (FORMAT binary)";
    private static final String STAGE =
            "COPY staged_tallies (previous_stamp, " + NAMES + ") FROM STDIN (FORMAT binary)";

    /** As with runs: in the order in which rows were staged, which is that of keys. */
    private static final String UPDATE = "UPDATE session_tallies t SET "
            + COLUMNS.stream()
                    .filter(column -> !column.equals("id"))
                    .map(column -> column + " = s." + column)
                    .collect(Collectors.joining(", "))
            + " FROM staged_tallies s WHERE t.id = s.id AND t.stamp = s.previous_stamp";

    private static final String DIFFERING = """
            SELECT s.id FROM staged_tallies s LEFT JOIN session_tallies t ON t.id = s.id
            WHERE t.id IS NULL
               OR to_jsonb(t) - '{stamp,run_stamp}'::text[] IS DISTINCT FROM
                  to_jsonb(s) - '{stamp,run_stamp,previous_stamp}'::text[]
            """;

    private final long stamp;
    private final BinaryCopy updates = new BinaryCopy();
    private final BinaryCopy inserts = new BinaryCopy();

    SessionTallies(long stamp) {
        this.stamp = stamp;
    }

    void add(SessionChange change) {
        if (change.before() == null) {
            row(inserts.row(COLUMNS.size()), change);
        } else {
            row(updates.row(1 + COLUMNS.size()).bigint(change.before().stamp()), change);
        }
    }

    /** @throws StaleRunException if another writer was faster */
    void write(Connection connection) throws SQLException {
        if (updates.rows() > 0) {
            STAGING.send(connection, updates, STAGE);
            try (PreparedStatement update = connection.prepareStatement(UPDATE)) {
                int updated = update.executeUpdate();
                if (updated != updates.rows()) {
                    throw new StaleRunException(updates.rows() - updated);
                }
            }
        }
        if (inserts.rows() > 0) {
            inserts.send(connection, INSERT);
        }
    }

    /** Which of these are not stored as they are here. */
    Set<UUID> differing(Connection connection, List<SessionChange> changes) throws SQLException {
        BinaryCopy rows = new BinaryCopy();
        changes.forEach(change -> row(rows.row(1 + COLUMNS.size()).bigint(0), change));
        return new HashSet<>(STAGING.select(connection, rows, STAGE, DIFFERING));
    }

    private void row(BinaryCopy copy, SessionChange change) {
        SessionState state = change.state();
        copy.uuid(change.id()).bigint(stamp).bigint(change.runStamp(stamp));
        order(copy, state.last());
        order(copy, state.heartbeat());
        copy.integer(state.events())
                .integer(state.eventsAfterClose())
                .integer(state.span().events());
        Stream.of(state.span().samples(), state.samplesSinceMark()).forEach(samples -> samples(copy, samples));
    }

    private static void order(BinaryCopy copy, EventOrder event) {
        copy.timestamp(event.at()).smallint(event.rank()).uuid(event.id());
    }

    private static void samples(BinaryCopy copy, Samples samples) {
        copy.integer(samples.statuses())
                .integer(samples.fpsCount())
                .integer(samples.fpsPositive())
                .bigint(samples.fpsMicros())
                .integer(samples.jitterCount())
                .bigint(samples.jitterMicros());
    }

    /** What is stored of one session. */
    record Read(
            EventOrder last,
            EventOrder heartbeat,
            int events,
            int eventsAfterClose,
            int spanEvents,
            Samples span,
            Samples marked) {

        static Read of(ResultSet row) throws SQLException {
            return new Read(
                    order(row, "last"),
                    order(row, "heartbeat"),
                    row.getInt("events"),
                    row.getInt("events_after_close"),
                    row.getInt("span_events"),
                    samples(row, "span"),
                    samples(row, "marked"));
        }

        private static EventOrder order(ResultSet row, String name) throws SQLException {
            UUID id = row.getObject(name + "_id", UUID.class);
            return new EventOrder(row.getLong(name + "_at"), Ids.isTimeOrdered(id), row.getInt(name + "_rank"), id);
        }

        private static Samples samples(ResultSet row, String name) throws SQLException {
            return new Samples(
                    row.getInt(name + "_statuses"),
                    row.getInt(name + "_fps_count"),
                    row.getInt(name + "_fps_positive"),
                    row.getLong(name + "_fps_sum"),
                    row.getInt(name + "_jitter_count"),
                    row.getLong(name + "_jitter_sum"));
        }
    }
}
