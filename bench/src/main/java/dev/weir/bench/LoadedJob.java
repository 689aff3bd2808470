package dev.weir.bench;

import dev.weir.bench.TopicLoad.Batch;
import dev.weir.flink.cluster.ClusterRest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;

/** A job with a topic and a database of its own, and events that are sent through it. */
final class LoadedJob implements AutoCloseable {
    private static final String IDENTITY_TABLE =
            "CREATE TABLE identity_rows (id uuid PRIMARY KEY, event text NOT NULL)";
    private static final String APPENDED = "SELECT coalesce(sum(next_offset), 0) FROM topic_offsets";
    /** Runs whose row has their last event, or a later one. */
    private static final String FOLDED = """
            SELECT count(*) FROM unnest(?::uuid[], ?::bigint[]) AS told (id, at) JOIN runs r USING (id)
            WHERE r.newest AND r.last_event_at >= to_timestamp(told.at / 1e6)
            """;

    private static final String WRITTEN = """
            SELECT count(*) FROM unnest(?::uuid[], ?::text[]) AS told (id, event) JOIN identity_rows USING (id, event)
            """;

    private final FlinkProcesses processes;
    private final FoldingWay way;
    private final TopicLoad topic;
    private final Connection connection;
    private final String id;

    /** @param most how many events it is going to get */
    LoadedJob(FlinkProcesses processes, String name, FoldingWay way, int slots, long most)
            throws IOException, SQLException {
        this.processes = processes;
        this.way = way;
        String db = processes.newDatabase(name);
        connection = DriverManager.getConnection(db);
        if (way == FoldingWay.IDENTITY) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(IDENTITY_TABLE);
            }
        }
        topic = new TopicLoad(processes.brokers(), name, most);
        id = processes.submit(way, name, db, slots);
    }

    void warmUp(int count, int step, int seconds) throws IOException, SQLException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        for (int left = count; left > 0 && System.nanoTime() < end; left -= step) {
            through(topic.prepare(step));
        }
    }

    void turn(int count, Turns turns) throws IOException, SQLException {
        Batch batch = topic.prepare(count);
        JobCpu before = processes.cpu();
        double took = through(batch);
        turns.add(count, took, processes.cpu().since(before));
    }

    /** @return seconds from sending the first event until the last row is there */
    private double through(Batch batch) throws IOException, SQLException {
        long began = System.nanoTime();
        topic.send(batch);
        Await.until("the log has all events", () -> number(APPENDED) == topic.sent());
        switch (way) {
            case FOLDS ->
                Await.until(
                        "all runs are folded",
                        () -> folded(batch) == batch.last().size());
            case IDENTITY ->
                Await.until(
                        "all rows are written",
                        () -> written(batch) == batch.last().size());
            case NOTHING -> {}
        }
        return (System.nanoTime() - began) / 1e9;
    }

    private long folded(Batch batch) throws SQLException {
        Object[] times = batch.last().values().stream().map(GeneratedEvent::at).toArray();
        return number(FOLDED, batch, connection.createArrayOf("bigint", times));
    }

    private long written(Batch batch) throws SQLException {
        Object[] rows = batch.last().values().stream()
                .map(event -> new String(event.payload(), StandardCharsets.UTF_8))
                .toArray();
        return number(WRITTEN, batch, connection.createArrayOf("text", rows));
    }

    private long number(String sql, Batch batch, Array wanted) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setArray(
                    1, connection.createArrayOf("uuid", batch.last().keySet().toArray()));
            select.setArray(2, wanted);
            return number(select.executeQuery());
        }
    }

    long number(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return number(statement.executeQuery(sql));
        }
    }

    private static long number(ResultSet row) throws SQLException {
        row.next();
        return row.getLong(1);
    }

    TopicLoad topic() {
        return topic;
    }

    Connection connection() {
        return connection;
    }

    ClusterRest.Job status() throws IOException {
        return processes.cluster().job(id);
    }

    void cancel() throws IOException {
        processes.cluster().cancel(id);
    }

    @Override
    public void close() throws SQLException {
        topic.close();
        connection.close();
    }
}
