package dev.weir.store;

import dev.weir.core.event.Ids;
import dev.weir.core.signal.SignalKind;
import dev.weir.wire.EventBody;
import dev.weir.wire.EventDecoder.Defaults;
import dev.weir.wire.Limits;
import dev.weir.wire.ToldSignal;
import dev.weir.wire.ToldSignalDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Signals of jobs that send no events. Of each job the newest counts; a job that has runs speaks for itself. */
public final class ToldSignals {
    /** The event is in the row, so that of two at the same moment the same one always counts. */
    private static final String SAVE = """
            INSERT INTO scheduler.first_signal_snapshots AS s
              (job_id, tenant_id, created_at, updated_at, since, source, kind, phase, summary, eta_seconds, last_known_outcome,
               next_actions, diagnostics, payload_json)
            SELECT ?, ?, t.at, now(), t.at, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, ?::jsonb, jsonb_build_object('event', ?::text)
            FROM (SELECT timestamptz 'epoch' + ?::bigint * interval '1 microsecond' AS at) AS t
            WHERE NOT EXISTS (SELECT FROM runs WHERE id = ?)
            ON CONFLICT (job_id) DO UPDATE SET created_at = excluded.created_at, updated_at = excluded.updated_at,
              since = excluded.since, source = excluded.source, kind = excluded.kind, phase = excluded.phase,
              summary = excluded.summary, eta_seconds = excluded.eta_seconds, last_known_outcome = excluded.last_known_outcome,
              next_actions = excluded.next_actions, diagnostics = excluded.diagnostics, payload_json = excluded.payload_json
            WHERE s.fold_version IS NULL AND s.tenant_id = excluded.tenant_id
              AND (s.since IS NULL OR (s.since, coalesce(s.payload_json->>'event', ''))
                                      <= (excluded.since, excluded.payload_json->>'event'))
            """;

    private static final String NEWEST = """
            SELECT DISTINCT ON (l.key) l.key, l.id, o.id, l.source, l.payload::text, s.env, s.service_key, micros(l.at)
            FROM event_log l JOIN sources s ON s.source = l.source JOIN organisations o ON o.org = l.org
            WHERE l.key = ANY(?) AND l.type = '%s' AND NOT EXISTS (SELECT FROM runs r WHERE r.id = l.key)
            ORDER BY l.key, l.at DESC, l.id DESC
            """.formatted(ToldSignal.TYPE);

    private static final String STORED = """
            SELECT FROM scheduler.first_signal_snapshots WHERE job_id = ? AND payload_json->>'event' = ? AND kind = ?
              AND phase = ? AND summary = ? AND diagnostics = ?::jsonb AND next_actions IS NOT DISTINCT FROM ?::jsonb
            """;

    private static final ToldSignalDecoder DECODER = new ToldSignalDecoder(Limits.NONE);

    private ToldSignals() {}

    /** @param tenant the organisation */
    record Told(UUID tenant, int source, ToldSignal signal) {}

    /** In the transaction that appends the events. */
    public static void add(Connection connection, Collection<LogRow> rows) throws SQLException {
        TreeMap<UUID, Told> newest = new TreeMap<>(Ids::compareUnsigned); // so that servers cannot deadlock
        for (LogRow row : rows) {
            LogRow.Told told = row.told();
            if (told != null) {
                newest.merge(
                        told.signal().jobId(),
                        new Told(told.tenant(), row.source(), told.signal()),
                        ToldSignals::later);
            }
        }
        for (Told told : newest.values()) {
            save(connection, told);
        }
    }

    private static Told later(Told a, Told b) {
        int order = Long.compare(a.signal().log().at(), b.signal().log().at());
        if (order == 0) {
            order = a.signal()
                    .log()
                    .id()
                    .toString()
                    .compareTo(b.signal().log().id().toString());
        }
        return order > 0 ? a : b;
    }

    private static void save(Connection connection, Told told) throws SQLException {
        ToldSignal signal = told.signal();
        try (PreparedStatement save = connection.prepareStatement(SAVE)) {
            int next = 1;
            save.setObject(next++, signal.jobId());
            save.setObject(next++, told.tenant());
            save.setInt(next++, told.source());
            save.setString(next++, signal.kind());
            save.setString(next++, signal.phase());
            save.setString(next++, signal.summary());
            save.setObject(next++, signal.etaSeconds());
            save.setString(next++, signal.lastKnownOutcome());
            save.setString(next++, signal.nextActions());
            save.setString(next++, signal.diagnostics());
            save.setString(next++, signal.log().id().toString());
            save.setLong(next++, signal.log().at());
            save.setObject(next, signal.jobId());
            save.executeUpdate();
        }
    }

    /** Which of these keys are jobs whose signal is not the newest that was told. Of ended ones it may be cleared up. */
    static Set<UUID> differing(Connection connection, Collection<UUID> keys, boolean mend) throws SQLException {
        Set<UUID> differing = new HashSet<>();
        try (PreparedStatement select = connection.prepareStatement(NEWEST)) {
            select.setArray(1, connection.createArrayOf("uuid", keys.toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Told told = read(row);
                    if (told != null && !isStored(connection, told)) {
                        differing.add(told.signal().jobId());
                        if (mend) {
                            forget(connection, told.signal().jobId());
                            save(connection, told);
                        }
                    }
                }
            }
        }
        return differing;
    }

    private static @Nullable Told read(ResultSet row) throws SQLException {
        List<Told> told = new ArrayList<>(1);
        UUID tenant = row.getObject(3, UUID.class);
        int source = row.getInt(4);
        DECODER.decode(
                EventBody.ofOne(row.getString(5).getBytes(StandardCharsets.UTF_8)),
                row.getObject(1, UUID.class),
                new Defaults(row.getString(6), row.getString(7)),
                row.getLong(8),
                signal -> told.add(new Told(tenant, source, signal)),
                rejection -> {});
        return told.isEmpty() ? null : told.get(0);
    }

    private static boolean isStored(Connection connection, Told told) throws SQLException {
        ToldSignal signal = told.signal();
        boolean mayBeGone = SignalKind.of(signal.kind()).isOutcome();
        try (PreparedStatement select = connection.prepareStatement(STORED);
                PreparedStatement any =
                        connection.prepareStatement("SELECT FROM scheduler.first_signal_snapshots WHERE job_id = ?")) {
            select.setObject(1, signal.jobId());
            select.setString(2, signal.log().id().toString());
            select.setString(3, signal.kind());
            select.setString(4, signal.phase());
            select.setString(5, signal.summary());
            select.setString(6, signal.diagnostics());
            select.setString(7, signal.nextActions());
            any.setObject(1, signal.jobId());
            try (ResultSet same = select.executeQuery();
                    ResultSet there = any.executeQuery()) {
                return same.next() || (mayBeGone && !there.next());
            }
        }
    }

    private static void forget(Connection connection, UUID job) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM scheduler.first_signal_snapshots WHERE job_id = ?")) {
            delete.setObject(1, job);
            delete.executeUpdate();
        }
    }
}
