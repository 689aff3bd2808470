package dev.weir.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What PostgreSQL itself counted while Weir wrote. */
final class DatabaseCosts implements AutoCloseable {
    private static final String COUNTERS = """
            SELECT pg_current_wal_lsn() - '0/0'::pg_lsn, (SELECT count(*) FROM commits), (SELECT sum(events) FROM commits),
                   n_tup_ins, n_tup_upd, n_tup_hot_upd
            FROM pg_stat_user_tables WHERE relid = 'runs'::regclass
            """;
    private static final String SIZES = """
            SELECT (SELECT sum(pg_table_size(relid)) FROM pg_partition_tree('event_log')),
                   (SELECT sum(pg_indexes_size(relid)) FROM pg_partition_tree('event_log')),
                   pg_table_size('runs'), pg_indexes_size('runs'),
                   (SELECT sum(events) FROM commits), (SELECT count(*) FROM runs)
            """;
    private static final String STATEMENTS = """
            SELECT regexp_replace(query, '\\s+', ' ', 'g'), sum(calls), sum(rows), sum(total_exec_time) * 1000
            FROM pg_stat_statements
            WHERE query !~ 'pg_stat|pg_current_wal_lsn'
            GROUP BY 1 ORDER BY 4 DESC
            """;

    private final Connection connection;

    DatabaseCosts(String jdbcUrl) throws SQLException {
        connection = DriverManager.getConnection(jdbcUrl);
        execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
    }

    record Counters(double walBytes, double commits, double events, double runs, double updates, double hotUpdates) {
        Counters since(Counters before) {
            return new Counters(
                    walBytes - before.walBytes,
                    commits - before.commits,
                    events - before.events,
                    runs - before.runs,
                    updates - before.updates,
                    hotUpdates - before.hotUpdates);
        }
    }

    /** In bytes, with how many rows they are for. */
    record Sizes(double log, double logIndexes, double runs, double runIndexes, double events, double runCount) {}

    /** @param micros that PostgreSQL spent in it, all calls together */
    record StatementCost(String sql, long calls, long rows, double micros) {
        String shortSql(int most) {
            return sql.length() <= most ? sql : sql.substring(0, most - 1) + "…";
        }
    }

    /** Starts to count statements, on pages that are all written: nobody pays for what was before. */
    void begin() throws SQLException {
        execute("CHECKPOINT");
        execute("SELECT pg_stat_statements_reset()");
    }

    Counters counters() throws SQLException {
        // A backend tells its counts only now and then.
        execute("SELECT pg_stat_clear_snapshot()");
        return query(
                        COUNTERS,
                        row -> new Counters(
                                row.getDouble(1),
                                row.getDouble(2),
                                row.getDouble(3),
                                row.getDouble(4),
                                row.getDouble(5),
                                row.getDouble(6)))
                .get(0);
    }

    Sizes sizes() throws SQLException {
        return query(
                        SIZES,
                        row -> new Sizes(
                                row.getDouble(1),
                                row.getDouble(2),
                                row.getDouble(3),
                                row.getDouble(4),
                                row.getDouble(5),
                                row.getDouble(6)))
                .get(0);
    }

    List<StatementCost> statements() throws SQLException {
        return query(
                STATEMENTS,
                row -> new StatementCost(row.getString(1), row.getLong(2), row.getLong(3), row.getDouble(4)));
    }

    String version() throws SQLException {
        return query("SHOW server_version", row -> row.getString(1)).get(0).toLowerCase(Locale.ROOT);
    }

    private interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private <T> List<T> query(String sql, RowReader<T> reader) throws SQLException {
        List<T> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                rows.add(reader.read(row));
            }
        }
        return rows;
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
