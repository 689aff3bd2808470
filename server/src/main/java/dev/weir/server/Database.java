package dev.weir.server;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.host.Pools;
import dev.weir.store.Migrations;
import java.sql.SQLException;
import java.time.Clock;
import javax.sql.DataSource;

/** The connections of one server: some for reading, a few for the writing threads. */
public final class Database implements AutoCloseable {
    private static final int WRITERS =
            9; // two lanes of commits, those that fold and attribute again, two each for steps and failures, one to
    // spare

    private final HikariDataSource reader;
    private final HikariDataSource writer;

    /** Migrated before anyone gets to see it: the writers' connections already need its tables. */
    Database(String jdbcUrl, int readers, Clock clock, Ownership ownership) throws SQLException {
        reader = Pools.readers("weir-read", jdbcUrl, readers);
        try {
            ownership.check(reader);
            Migrations.apply(reader);
            ownership.claim(reader);
            Migrations.ensurePartitions(reader, clock);
            writer = Pools.writers("weir-write", jdbcUrl, WRITERS);
        } catch (SQLException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    public DataSource reader() {
        return reader;
    }

    public DataSource writer() {
        return writer;
    }

    @Override
    public void close() {
        writer.close();
        reader.close();
    }
}
