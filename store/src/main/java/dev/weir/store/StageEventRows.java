package dev.weir.store;

import dev.weir.core.stage.StageEvent;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The events of stages as columns, beside the log that has them as they were sent: what the documents' queries read. */
public final class StageEventRows {
    private static final String NAMES =
            "at, received_at, sla_due, source, id, key, type, workflow_id, workflow_stage, workflow_name";
    private static final String COPY = "COPY stage_events (" + NAMES + ") FROM STDIN (FORMAT binary)";
    private static final String STORED = "SELECT " + NAMES + " FROM stage_events";
    private static final String LOGGED = "SELECT " + NAMES + " FROM logged_stage_events";
    private static final String DIFFERENCES = """
            SELECT (SELECT count(*) FROM (%s EXCEPT ALL %s) AS missing), (SELECT count(*) FROM (%s EXCEPT ALL %s) AS extra)
            """.formatted(LOGGED, STORED, STORED, LOGGED);
    private static final String FILL = "INSERT INTO stage_events (" + NAMES + ") " + LOGGED;
    private static final int COLUMNS = 10;

    private final BinaryCopy copy = new BinaryCopy();

    /** @param receivedAt in microseconds */
    public void add(StageEvent event, long receivedAt, int source, UUID key, String workflowId) {
        copy.row(COLUMNS)
                .timestamp(event.at())
                .timestamp(receivedAt)
                .timestamp(event.slaDue())
                .integer(source)
                .uuid(event.id())
                .uuid(key)
                .text(event.type().wireName())
                .text(workflowId)
                .text(event.stage())
                .text(event.workflowName());
    }

    public void write(Connection connection) throws SQLException {
        if (copy.rows() > 0) {
            copy.send(connection, COPY);
        }
    }

    /** Finds whether they are what the log has and, unless only asked to look, makes them so. */
    static List<String> differences(Connection connection, boolean mend) throws SQLException {
        List<String> found = new ArrayList<>(1);
        try (Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery(DIFFERENCES)) {
                row.next();
                if (row.getLong(1) + row.getLong(2) > 0) {
                    found.add(row.getLong(1) + " events of stages are only in the log, and " + row.getLong(2)
                            + " only in stage_events");
                }
            }
            if (mend && !found.isEmpty()) {
                statement.execute("LOCK TABLE stage_events IN SHARE ROW EXCLUSIVE MODE");
                statement.executeUpdate("DELETE FROM stage_events");
                statement.executeUpdate(FILL);
            }
        }
        return found;
    }
}
