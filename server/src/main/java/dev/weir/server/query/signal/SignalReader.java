package dev.weir.server.query.signal;

import dev.weir.core.signal.Phases;
import dev.weir.core.signal.SignalKind;
import dev.weir.server.access.Scope;
import dev.weir.server.query.VisibleSource;
import dev.weir.store.ListedRuns;
import dev.weir.store.ListedRuns.ListedRun;
import dev.weir.store.Sources;
import dev.weir.store.StoredSignal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds the first signal of a job: as it is stored, else from its run, else from what its last failure reminds of. */
public final class SignalReader {
    /**
     * What telemetry alone says of a job, the last word of it first. An error is the job's where the row says that the job
     * failed, or how far it had come; any other is of whoever watched, such as not reaching the server.
     */
    private static final String LAST_WORD = """
            SELECT phase, job_error
            FROM (SELECT phase, kind, ts,
                         CASE WHEN kind = 'failed' OR (kind IS NULL AND phase IS NOT NULL) THEN error_code END AS job_error
                  FROM scheduler.ttfs_events WHERE job_id = ? AND tenant_id = ?) AS told
            ORDER BY (kind IS NULL AND job_error IS NULL), ts DESC LIMIT 1
            """;

    private final Sources sources;
    private final Phases phases;
    private final Clock clock;
    private final long idleMs;

    public SignalReader(Sources sources, Phases phases, Clock clock, long idleMs) {
        this.sources = sources;
        this.phases = phases;
        this.clock = clock;
        this.idleMs = idleMs;
    }

    /** Where a signal came from, as telemetry calls it. */
    enum Origin {
        SNAPSHOT("snapshot"),
        COLD_START("cold_start"),
        FAILURE_INDEX("failure_index");

        final String label;

        Origin(String label) {
            this.label = label;
        }
    }

    /** @param item null if the job is known and nothing can be said of it */
    record Found(Origin origin, @Nullable SignalItem item) {}

    /** @return null if nobody knows the job who may see it, or nothing can be said of it */
    public @Nullable SignalItem shown(Connection connection, Scope scope, UUID job) throws SQLException {
        return find(connection, scope, job).map(Found::item).orElse(null);
    }

    Optional<Found> find(Connection connection, Scope scope, UUID job) throws SQLException {
        StoredSignal stored = StoredSignal.load(connection, List.of(job)).get(job);
        if (stored != null && sees(scope, stored)) {
            return Optional.of(new Found(Origin.SNAPSHOT, item(connection, stored, scope)));
        }
        ListedRun run = ListedRuns.load(connection, List.of(job)).get(job);
        if (run != null) {
            return sees(scope, run.org(), run.env(), run.serviceKey())
                    ? Optional.of(new Found(Origin.COLD_START, item(connection, coldStart(connection, run), scope)))
                    : Optional.empty();
        }
        return stored == null ? fromTelemetry(connection, scope, job) : Optional.empty();
    }

    private StoredSignal coldStart(Connection connection, ListedRun run) throws SQLException {
        return StoredSignal.of(connection, sources.org(run.org()), run, phases);
    }

    /** As it is told to somebody who may see it: of its kind, too, only what was seen in what they may see. */
    public SignalItem item(Connection connection, StoredSignal signal, Scope scope) throws SQLException {
        long now = clock.millis() * 1000;
        StoredSignal shown = signal.asReadAt(connection, now, idleMs);
        return SignalItem.of(
                shown,
                shown.kind() == SignalKind.FAILED
                        ? SeenBeforeItem.ofRun(connection, shown.jobId(), VisibleSource.limits(connection, scope), now)
                        : null);
    }

    private static boolean sees(Scope scope, StoredSignal signal) {
        return sees(scope, signal.tenantId(), signal.env(), signal.serviceKey());
    }

    /** What belongs to no service is for those who see all of them. */
    private static boolean sees(Scope scope, UUID org, @Nullable String env, @Nullable String serviceKey) {
        return scope.org().equals(org)
                && (env == null || serviceKey == null
                        ? scope.environments().isEmpty() && scope.services().isEmpty()
                        : scope.includes(env, serviceKey));
    }

    private static Optional<Found> fromTelemetry(Connection connection, Scope scope, UUID job) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(LAST_WORD)) {
            select.setObject(1, job);
            select.setObject(2, scope.org());
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()
                        || !scope.environments().isEmpty()
                        || !scope.services().isEmpty()) {
                    return Optional.empty();
                }
                String code = row.getString(2);
                SeenBeforeItem seen =
                        code == null ? null : SeenBeforeItem.matched(connection, scope.org(), row.getString(1), code);
                return Optional.of(new Found(
                        Origin.FAILURE_INDEX,
                        seen == null || code == null ? null : SignalItem.predicted(job, row.getString(1), code, seen)));
            }
        }
    }
}
