package dev.weir.server.query.failure;

import dev.weir.core.run.RunRows;
import dev.weir.server.query.VisibleSource;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A run that failed, and what has become of that.
 *
 * @param attempts of all its steps
 * @param recoveredBy the first success after it, of the same workflow id or of the same workflow
 */
record FailureItem(
        UUID runId,
        int runSeq,
        String env,
        String serviceKey,
        String workflowId,
        String workflowName,
        @Nullable String errorMessage,
        @Nullable String errorStepName,
        @Nullable Integer errorAttempt,
        String errorCode,
        Instant failedAt,
        List<String> completedSteps,
        int attempts,
        UUID signatureId,
        String inbox,
        @Nullable Instant recoveredAt,
        @Nullable RecoveredBy recoveredBy,
        @Nullable String takenBy,
        @Nullable Instant takenAt,
        @Nullable String note,
        @Nullable Instant closedAt) {

    record RecoveredBy(String workflowId, int runSeq, boolean sameId) {}

    /** A success after a failure. */
    record Recovery(Instant at, RecoveredBy by) {}

    static FailureItem read(ResultSet row, VisibleSource source) throws SQLException {
        return new FailureItem(
                row.getObject("id", UUID.class),
                row.getInt("run_seq"),
                source.env(),
                source.serviceKey(),
                row.getString("workflow_id"),
                row.getString("workflow_name"),
                row.getString("error_message"),
                row.getString("error_step_name"),
                row.getObject("error_attempt", Integer.class),
                row.getString("error_code"),
                RunRows.instant(row.getLong("failed_micros")),
                texts(row.getArray("completed_steps")),
                row.getInt("total_steps_executed"),
                row.getObject("signature", UUID.class),
                InboxState.of(
                                row.getObject("closed_at") != null,
                                row.getBoolean("recovered"),
                                row.getString("taken_by") != null)
                        .label(),
                null,
                null,
                row.getString("taken_by"),
                instant(row, "taken_at"),
                row.getString("note"),
                instant(row, "closed_at"));
    }

    private static List<String> texts(Array array) throws SQLException {
        return Arrays.asList((String[]) array.getArray());
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    FailureItem after(@Nullable Recovery recovery) {
        return recovery == null
                ? this
                : new FailureItem(
                        runId,
                        runSeq,
                        env,
                        serviceKey,
                        workflowId,
                        workflowName,
                        errorMessage,
                        errorStepName,
                        errorAttempt,
                        errorCode,
                        failedAt,
                        completedSteps,
                        attempts,
                        signatureId,
                        inbox,
                        recovery.at(),
                        recovery.by(),
                        takenBy,
                        takenAt,
                        note,
                        closedAt);
    }

    /** @param search in lower case */
    boolean contains(String search) {
        return Stream.of(workflowId, workflowName, errorMessage, errorStepName, errorCode)
                .anyMatch(text -> text != null && text.toLowerCase(Locale.ROOT).contains(search));
    }
}
