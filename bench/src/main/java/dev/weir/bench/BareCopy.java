package dev.weir.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * The limit: nothing but COPY of ready-made rows over one connection, into a table that is like the log and has its
 * indexes.
 */
final class BareCopy {
    private static final String COPY = "COPY bench_log (" + CopyRows.COLUMNS + ") FROM STDIN (FORMAT binary)";

    private final WeirProcess weir;
    private final Pieces rows;

    BareCopy(WeirProcess weir, Pieces rows) {
        this.weir = weir;
        this.rows = rows;
    }

    /** @param cpuMicros of PostgreSQL per row */
    record Speed(double rate, double cpuMicros) {}

    Speed measure(int rowsPerTransaction, double seconds) throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection(weir.jdbcUrl());
                Statement statement = connection.createStatement()) {
            createTable(statement);
            statement.execute("CHECKPOINT"); // nobody pays for what was written before
            connection.setAutoCommit(false);
            int perTransaction = rowsPerTransaction / Corpus.BATCH;
            int piece = 0;
            CpuTime cpuBefore = CpuTime.now(weir.handle());
            long begin = System.nanoTime();
            double passed = 0;
            while (passed < seconds && piece + perTransaction <= rows.count()) {
                copy(connection, piece, perTransaction);
                connection.commit();
                piece += perTransaction;
                passed = (System.nanoTime() - begin) / 1e9;
            }
            double copied = (double) piece * Corpus.BATCH;
            double cpu = CpuTime.now(weir.handle()).since(cpuBefore).postgres();
            statement.execute("DROP TABLE bench_log");
            connection.commit();
            return new Speed(copied / passed, cpu * 1e6 / copied);
        }
    }

    private void copy(Connection connection, int first, int count) throws SQLException, IOException {
        int size = 0;
        for (int i = first; i < first + count; i++) {
            size += rows.size(i);
        }
        ByteBuffer bytes = ByteBuffer.allocate(CopyRows.HEADER.length + size + CopyRows.TRAILER.length);
        bytes.put(CopyRows.HEADER);
        for (int i = first; i < first + count; i++) {
            rows.read(i, bytes);
        }
        bytes.put(CopyRows.TRAILER);
        CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(COPY);
        copy.writeToCopy(bytes.array(), 0, bytes.capacity());
        copy.endCopy();
    }

    /** Columns, primary key, index and partitions are taken from the log itself, whatever they are. */
    private static void createTable(Statement statement) throws SQLException {
        statement.execute("DROP TABLE IF EXISTS bench_log");
        statement.execute("CREATE TABLE bench_log (LIKE event_log INCLUDING ALL) PARTITION BY RANGE (month)");
        List<String> partitions = new ArrayList<>();
        try (var row = statement.executeQuery("""
                SELECT format('CREATE TABLE bench_%s PARTITION OF bench_log %s',
                              c.relname, pg_get_expr(c.relpartbound, c.oid))
                FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                WHERE i.inhparent = 'event_log'::regclass
                """)) {
            while (row.next()) {
                partitions.add(row.getString(1));
            }
        }
        for (String partition : partitions) {
            statement.execute(partition);
        }
    }
}
