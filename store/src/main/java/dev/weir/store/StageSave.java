package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What a transaction writes of the stage fold: rows that changed are replaced, and their difference is added to the
 * roll-ups. Nothing is sent where no stages are concerned.
 */
final class StageSave {
    private static final String DELETE_STAGES = """
            DELETE FROM stages s USING unnest(?::uuid[], ?::text[]) AS gone(id, stage)
            WHERE s.id = gone.id AND s.workflow_stage = gone.stage
            """;
    private static final String DELETE_WORKFLOWS = "DELETE FROM stage_workflows WHERE id = ANY(?)";
    private static final String COPY_STAGES = """
            COPY stages (id, source, workflow_stage, workflow_name, at, first_started_at, last_started_at,
              first_completed_at, last_completed_at, open_since, first_sla_due, last_sla_due, earliest_sla_due,
              first_pass_ms, span_ms, late_ms, touch_ms, rework_ms, starts, completions, inverted_passes, unstarted_passes,
              inverted, open_now, never_completed, abandoned, pass_ms, came_from, sent_back, waited_ms) FROM STDIN (FORMAT binary)
            """;
    private static final int STAGE_COLUMNS = 30;
    private static final String COPY_WORKFLOWS = """
            COPY stage_workflows (id, source, workflow_id, workflow_name, fold_version, run_ended, open, created_at,
              duration_ms, variant_hash, variant, state, run_seq, run_id) FROM STDIN (FORMAT binary)
            """;
    private static final int WORKFLOW_COLUMNS = 14;

    private final List<StageChange> changes = new ArrayList<>();

    void add(StageChange change) {
        if (!change.isNone()) {
            changes.add(change);
        }
    }

    /** To be called after the runs of the same keys are written, which holds other writers off. */
    void write(Connection connection, int slot) throws SQLException {
        if (changes.isEmpty()) {
            return;
        }
        delete(connection);
        BinaryCopy stages = new BinaryCopy();
        BinaryCopy workflows = new BinaryCopy();
        for (StageChange change : changes) {
            StageSheet sheet = change.after();
            if (sheet != null) {
                row(workflows, change.id(), sheet);
                change.fresh().forEach(figures -> row(stages, change.id(), sheet.source(), figures));
            }
        }
        if (workflows.rows() > 0) {
            workflows.send(connection, COPY_WORKFLOWS);
        }
        if (stages.rows() > 0) {
            stages.send(connection, COPY_STAGES);
        }
        StageRollUps.add(connection, slot, changes);
    }

    private void delete(Connection connection) throws SQLException {
        List<UUID> workflows = new ArrayList<>();
        List<UUID> ids = new ArrayList<>();
        List<String> stages = new ArrayList<>();
        for (StageChange change : changes) {
            if (change.before() != null) {
                workflows.add(change.id());
            }
            for (StageFigures figures : change.outdated()) {
                ids.add(change.id());
                stages.add(figures.stage());
            }
        }
        if (workflows.isEmpty()) {
            return;
        }
        try (PreparedStatement deleteStages = connection.prepareStatement(DELETE_STAGES);
                PreparedStatement deleteWorkflows = connection.prepareStatement(DELETE_WORKFLOWS)) {
            deleteStages.setArray(1, connection.createArrayOf("uuid", ids.toArray()));
            deleteStages.setArray(2, connection.createArrayOf("text", stages.toArray()));
            deleteStages.executeUpdate();
            deleteWorkflows.setArray(1, connection.createArrayOf("uuid", workflows.toArray()));
            deleteWorkflows.executeUpdate();
        }
    }

    private static void row(BinaryCopy copy, UUID id, StageSheet sheet) {
        copy.row(WORKFLOW_COLUMNS)
                .uuid(id)
                .integer(sheet.source())
                .text(sheet.workflowId())
                .text(sheet.workflowName())
                .smallint(sheet.foldVersion())
                .bool(sheet.runEnded())
                .bool(sheet.open())
                .timestamp(sheet.createdAt())
                .bigint(sheet.durationMs())
                .uuid(sheet.variantHash())
                .texts(sheet.variant())
                .text(sheet.state())
                .integer(sheet.runSeq())
                .uuid(sheet.runId());
    }

    private static void row(BinaryCopy copy, UUID id, int source, StageFigures figures) {
        copy.row(STAGE_COLUMNS)
                .uuid(id)
                .integer(source)
                .text(figures.stage())
                .text(figures.workflowName())
                .timestamp(figures.at())
                .timestamp(figures.firstStartedAt())
                .timestamp(figures.lastStartedAt())
                .timestamp(figures.firstCompletedAt())
                .timestamp(figures.lastCompletedAt())
                .timestamp(figures.openSince())
                .timestamp(figures.firstSlaDue())
                .timestamp(figures.lastSlaDue())
                .timestamp(figures.earliestSlaDue())
                .bigint(figures.firstPassMs())
                .bigint(figures.spanMs())
                .bigint(figures.lateMs())
                .bigint(figures.touchMs())
                .bigint(figures.reworkMs())
                .integer(figures.starts())
                .integer(figures.completions())
                .integer(figures.invertedPasses())
                .integer(figures.unstartedPasses())
                .bool(figures.inverted())
                .bool(figures.openNow())
                .bool(figures.neverCompleted())
                .bool(figures.abandoned())
                .bigints(figures.passMs())
                .texts(figures.arrivals().stream().map(StageArrival::from).toList())
                .bools(figures.arrivals().stream().map(StageArrival::back).toList())
                .bigints(figures.arrivals().stream().map(StageArrival::waitMs).toList());
    }
}
