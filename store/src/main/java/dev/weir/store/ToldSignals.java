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

/**
 * Signals of jobs that send no events. Of each job the newest counts; a job that has runs speaks for itself. It is that of
 * the organisation which told of it first, as long as it is not the run of another one.
 */
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

    /** Of the organisation that has the job; if nobody has it any more, of the one that told of it first. */
    private static final String NEWEST = """
            SELECT DISTINCT ON (l.key) l.key, l.id, o.id, l.source, l.payload::text, s.env, s.service_key, micros(l.at)
            FROM (SELECT *, min(batch) OVER (PARTITION BY key, org) AS first_batch FROM event_log
                  WHERE key = ANY(?) AND type = '%s') AS l
            JOIN sources s ON s.source = l.source JOIN organisations o ON o.org = l.org
            LEFT JOIN scheduler.first_signal_snapshots owned ON owned.job_id = l.key
            WHERE coalesce(owned.tenant_id = o.id, true) AND NOT EXISTS (SELECT FROM runs r WHERE r.id = l.key)
            ORDER BY l.key, l.first_batch, l.org, l.at DESC, l.id DESC
            """.formatted(ToldSignal.TYPE);

    /** As {@link SignalSave} tells of those of runs. */
    private static final String NOTIFY = """
            SELECT pg_notify('ttfs_signal_update',
                             json_build_object('count', cardinality(jobs), 'job_ids', jobs[1:100])::text)
            FROM (SELECT ?::uuid[] AS jobs) AS saved
            """;

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
        List<UUID> saved = new ArrayList<>();
        for (Told told : newest.values()) {
            if (save(connection, told)) {
                saved.add(told.signal().jobId());
            }
        }
        if (!saved.isEmpty()) {
            notify(connection, saved);
        }
    }

    private static void notify(Connection connection, List<UUID> jobs) throws SQLException {
        try (PreparedStatement tell = connection.prepareStatement(NOTIFY)) {
            tell.setArray(1, connection.createArrayOf("uuid", jobs.toArray()));
            tell.execute();
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

    /** @return false if it is not the newest, or somebody else's */
    private static boolean save(Connection connection, Told told) throws SQLException {
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
            return save.executeUpdate() > 0;
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
                            forget(connection, told);
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

    private static void forget(Connection connection, Told told) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(
                "DELETE FROM scheduler.first_signal_snapshots WHERE job_id = ? AND tenant_id = ?")) {
            delete.setObject(1, told.signal().jobId());
            delete.setObject(2, told.tenant());
            delete.executeUpdate();
        }
    }
}
