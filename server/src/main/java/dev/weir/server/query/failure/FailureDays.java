package dev.weir.server.query.failure;

import dev.weir.core.run.RunRows;
import dev.weir.server.query.CutRange;
import dev.weir.server.query.failure.FailureGroupsEndpoint.Day;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The failures of a kind by day of UTC, whatever the range. */
final class FailureDays {
    private static final int DAYS = 30;
    private static final String SELECT = """
            SELECT day, sum(n) FROM failure_days
            WHERE signature = ? AND source = ANY(?) AND day > ? AND (cardinality(?::text[]) = 0 OR workflow_name = ANY(?))
            GROUP BY 1 HAVING sum(n) > 0 ORDER BY 1
            """;

    private FailureDays() {}

    static List<Day> of(Connection connection, List<FailedWorkflow> workflows, FailureFilter filter, long now)
            throws SQLException {
        List<Day> days = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setObject(1, filter.signature());
            select.setArray(2, FailedWorkflow.sources(connection, workflows));
            select.setInt(3, (int) Math.floorDiv(now, CutRange.DAY) - DAYS);
            select.setArray(4, connection.createArrayOf("text", filter.names().toArray()));
            select.setArray(5, connection.createArrayOf("text", filter.names().toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    days.add(new Day(RunRows.instant(row.getInt(1) * CutRange.DAY), row.getLong(2)));
                }
            }
        }
        return days;
    }
}
