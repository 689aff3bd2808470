package dev.weir.server.sql;

import dev.weir.core.run.RunRows;
import dev.weir.testkit.SentStage;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The database that the stage queries were written for, with the same events in a table of the documents' columns. */
final class DuckDb implements AutoCloseable {
    private final Connection connection;

    DuckDb(List<SentStage> events) throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement create = connection.createStatement()) {
            create.execute("""
                    CREATE TABLE media_workflow_events (workflow_id VARCHAR, workflow_stage VARCHAR, event_type VARCHAR,
                      event_timestamp TIMESTAMP, sla_due_timestamp TIMESTAMP, status VARCHAR)
                    """);
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO media_workflow_events VALUES (?, ?, ?, ?, ?, 'x')")) {
            for (SentStage sent : events) {
                insert.setString(1, sent.key().workflowId());
                insert.setString(2, sent.event().stage());
                insert.setString(3, sent.event().type().wireName());
                insert.setObject(4, local(sent.event().at()));
                insert.setObject(5, local(sent.event().slaDue()));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static @Nullable LocalDateTime local(@Nullable Long micros) {
        return micros == null ? null : LocalDateTime.ofInstant(RunRows.instant(micros.longValue()), ZoneOffset.UTC);
    }

    List<Map<String, Object>> query(String sql) throws SQLException {
        return query(connection, sql);
    }

    /** Rows by column; numbers as doubles, times as local ones in UTC. */
    static List<Map<String, Object>> query(Connection connection, String sql) throws SQLException {
        List<Map<String, Object>> rows = new ArrayList<>();
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(sql)) {
            while (row.next()) {
                Map<String, Object> columns = new TreeMap<>();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    String type = row.getMetaData().getColumnTypeName(i).toLowerCase(Locale.ROOT);
                    columns.put(row.getMetaData().getColumnLabel(i), value(row, i, type));
                }
                rows.add(columns);
            }
        }
        return rows;
    }

    private static @Nullable Object value(ResultSet row, int column, String type) throws SQLException {
        if (row.getObject(column) == null) {
            return null;
        }
        if (type.equals("timestamptz")) {
            return row.getObject(column, OffsetDateTime.class)
                    .withOffsetSameInstant(ZoneOffset.UTC)
                    .toLocalDateTime();
        }
        if (type.startsWith("timestamp")) {
            return row.getObject(column, LocalDateTime.class);
        }
        return row.getObject(column) instanceof Number number ? (Object) number.doubleValue() : row.getString(column);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
