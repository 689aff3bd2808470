package dev.weir.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The event processor as the specification describes it: on its own tables and indexes, one transaction per event, which
 * inserts the event if it is new, updates the tables that its type concerns, and marks it processed.
 */
final class SpecificationProcessor {
    private final String jdbcUrl;
    private final List<Map<String, String>> events;
    private final Map<SpecificationSql, PreparedStatement> prepared = new HashMap<>();

    private SpecificationProcessor(String jdbcUrl, List<Map<String, String>> events) {
        this.jdbcUrl = jdbcUrl;
        this.events = events;
    }

    /** Reads the events before anything is measured. */
    static SpecificationProcessor of(String jdbcUrl, Pieces bodies, int mostEvents) throws IOException {
        JsonMapper json = JsonMapper.shared();
        List<Map<String, String>> events = new ArrayList<>();
        for (int i = 0; i < bodies.count() && events.size() < mostEvents; i++) {
            ByteBuffer body = ByteBuffer.allocate(bodies.size(i));
            bodies.read(i, body);
            json.readTree(body.array()).forEach(event -> events.add(fields(event)));
        }
        return new SpecificationProcessor(jdbcUrl, events);
    }

    private static Map<String, String> fields(JsonNode event) {
        Map<String, String> fields = new HashMap<>();
        event.properties().forEach(field -> fields.put(field.getKey(), text(field.getValue())));
        JsonNode error = event.path("error");
        error.properties().forEach(field -> fields.put(field.getKey(), text(field.getValue())));
        fields.put("event", event.toString());
        return fields;
    }

    private static String text(JsonNode value) {
        return value.isString() ? value.stringValue() : value.toString();
    }

    /** @return events per second */
    double measure(double seconds) throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection(jdbcUrl);
                Statement statement = connection.createStatement()) {
            prepared.clear(); // they belonged to the connection of an earlier measurement
            SpecificationTables.create(statement);
            statement.execute("CHECKPOINT");
            connection.setAutoCommit(false);
            int processed = 0;
            double passed = 0;
            long begin = System.nanoTime();
            while (passed < seconds && processed < events.size()) {
                process(connection, events.get(processed++));
                passed = (System.nanoTime() - begin) / 1e9;
            }
            SpecificationTables.drop(statement);
            connection.commit();
            return processed / passed;
        }
    }

    private void process(Connection connection, Map<String, String> event) throws SQLException {
        if (execute(connection, SpecificationSql.INSERT_EVENT, event)) {
            for (SpecificationSql update : SpecificationSql.updates(event.getOrDefault("type", ""))) {
                execute(connection, update, event);
            }
            execute(connection, SpecificationSql.MARK_PROCESSED, event);
        }
        connection.commit();
    }

    /** @return whether it changed anything, or returned a row */
    private boolean execute(Connection connection, SpecificationSql sql, Map<String, String> event)
            throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql.sql());
            prepared.put(sql, statement);
        }
        for (int i = 0; i < sql.fields().size(); i++) {
            statement.setString(i + 1, event.get(sql.fields().get(i)));
        }
        if (!statement.execute()) {
            return statement.getUpdateCount() > 0;
        }
        try (var row = statement.getResultSet()) {
            return row.next();
        }
    }
}
