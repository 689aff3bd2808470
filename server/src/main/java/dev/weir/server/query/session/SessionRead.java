package dev.weir.server.query.session;

import dev.weir.core.session.AttributionMethod;
import dev.weir.core.session.IdentityMatch;
import dev.weir.core.session.ParameterUpdateRow;
import dev.weir.core.session.SegmentReason;
import dev.weir.core.session.SegmentRow;
import dev.weir.core.session.SessionRow;
import dev.weir.core.session.StartupOutcome;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** From the relations of sessions to the rows that the fold made. */
final class SessionRead {
    private SessionRead() {}

    static SessionRow session(ResultSet row) throws SQLException {
        return new SessionRow(
                row.getString("workflow_session_id"),
                row.getString("env"),
                row.getString("service_key"),
                row.getString("stream_id"),
                row.getString("request_id"),
                row.getString("workflow_type"),
                row.getString("workflow_id"),
                row.getString("pipeline"),
                row.getString("pipeline_id"),
                row.getObject("session_start_ts", OffsetDateTime.class).toInstant(),
                row.getObject("session_end_ts", OffsetDateTime.class).toInstant(),
                time(row, "first_stream_request_ts"),
                time(row, "first_processed_ts"),
                time(row, "first_playable_ts"),
                time(row, "prompt_ts"),
                time(row, "closed_ts"),
                row.getObject("startup_ms", Long.class),
                row.getObject("e2e_proxy_ms", Long.class),
                row.getObject("prompt_to_playable_ms", Long.class),
                row.getObject("gateway_runner_lag_ms", Long.class),
                row.getInt("edge_inversions"),
                one(StartupOutcome.class, row, "startup_outcome"),
                row.getBoolean("known_stream"),
                row.getBoolean("startup_success"),
                row.getBoolean("startup_excused"),
                row.getBoolean("startup_unexcused"),
                row.getInt("swap_count"),
                row.getInt("inferred_swap_count"),
                row.getInt("orchestrator_count"),
                row.getBoolean("session_has_swap"),
                row.getInt("error_count"),
                row.getInt("excusable_error_count"),
                row.getInt("errors_after_close"),
                row.getInt("events_after_close"),
                row.getString("last_error"),
                row.getObject("last_error_event_uid", UUID.class),
                row.getString("orchestrator_address"),
                row.getString("observed_orchestrator_address"),
                row.getString("orchestrator_url"),
                one(IdentityMatch.class, row, "identity_match"),
                row.getString("gateway"),
                row.getString("model_id"),
                row.getString("gpu_id"),
                one(AttributionMethod.class, row, "gpu_attribution_method"),
                row.getDouble("gpu_attribution_confidence"),
                row.getString("stream_state"),
                row.getInt("segment_count"),
                row.getInt("parameter_update_count"),
                row.getInt("status_samples"),
                row.getInt("fps_positive_samples"),
                row.getObject("avg_fps", Double.class),
                row.getObject("avg_jitter", Double.class),
                row.getObject("source_first_event_uid", UUID.class),
                row.getObject("source_last_event_uid", UUID.class),
                row.getInt("version"));
    }

    static SegmentRow segment(ResultSet row) throws SQLException {
        return new SegmentRow(
                row.getString("workflow_session_id"),
                row.getInt("segment_index"),
                row.getObject("segment_start_ts", OffsetDateTime.class).toInstant(),
                time(row, "segment_end_ts"),
                row.getString("gateway"),
                row.getString("orchestrator_address"),
                row.getString("observed_orchestrator_address"),
                row.getString("orchestrator_url"),
                one(IdentityMatch.class, row, "identity_match"),
                row.getString("worker_id"),
                row.getString("gpu_id"),
                row.getString("model_id"),
                one(AttributionMethod.class, row, "gpu_attribution_method"),
                row.getDouble("gpu_attribution_confidence"),
                row.getString("region"),
                one(SegmentReason.class, row, "reason"),
                row.getString("source_trace_type"),
                row.getObject("source_event_uid", UUID.class),
                row.getInt("status_samples"),
                row.getObject("avg_fps", Double.class),
                row.getObject("avg_jitter", Double.class),
                row.getInt("version"));
    }

    static ParameterUpdateRow parameterUpdate(ResultSet row) throws SQLException {
        return new ParameterUpdateRow(
                row.getString("workflow_session_id"),
                row.getInt("update_index"),
                row.getObject("updated_ts", OffsetDateTime.class).toInstant(),
                row.getInt("samples_before"),
                row.getInt("samples_after"),
                row.getObject("fps_before", Double.class),
                row.getObject("fps_after", Double.class),
                row.getObject("jitter_before", Double.class),
                row.getObject("jitter_after", Double.class),
                row.getObject("source_event_uid", UUID.class));
    }

    private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    private static <E extends Enum<E>> E one(Class<E> type, ResultSet row, String column) throws SQLException {
        return Enum.valueOf(type, row.getString(column).toUpperCase(Locale.ROOT));
    }
}
