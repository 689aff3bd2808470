package dev.weir.server.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A server to send events to, and the database behind it to ask with SQL. */
final class EventServer implements AutoCloseable {
    private static final int BATCH = 400;

    private final TestDatabase database = new TestDatabase();
    private final TestServer server = new TestServer(database);
    private final Connection connection = connect();

    private Connection connect() {
        try {
            return database.dataSource().getConnection();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** In this order, in batches; all of them new and known. */
    void send(List<Told> events) {
        for (int from = 0; from < events.size(); from += BATCH) {
            List<Told> batch = events.subList(from, Math.min(events.size(), from + BATCH));
            assertThat(sendBatch(batch.stream().map(Told::json).toList()))
                    .as("accepted of " + batch.size())
                    .isEqualTo("{\"received\":%1$d,\"accepted\":%1$d,\"duplicates\":0,\"ignored\":0,\"rejected\":[]}"
                            .formatted(batch.size()));
        }
    }

    /** @return the accounts */
    String sendBatch(List<String> events) {
        return server.post("{\"events\":[" + String.join(",", events) + "]}")
                .response()
                .body();
    }

    List<Row> query(String sql) {
        try (Statement statement = connection.createStatement()) {
            return Row.read(statement.executeQuery(sql));
        } catch (SQLException e) {
            throw new AssertionError("Cannot be run: " + e.getMessage() + "\n" + sql, e);
        }
    }

    void execute(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError("Cannot be run: " + e.getMessage() + "\n" + sql, e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        } finally {
            server.close();
            database.close();
        }
    }
}
