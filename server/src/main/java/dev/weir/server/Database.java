package dev.weir.server;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.weir.store.Migrations;
import dev.weir.store.RunSave;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Properties;
import javax.sql.DataSource;

/** The connections of one server: some for reading, a few for the writing threads. */
public final class Database implements AutoCloseable {
    private static final int WRITERS =
            9; // two lanes of commits, those that fold and attribute again, two each for steps and failures, one to
    // spare

    /** By a statement, as the driver asks for the zone of this process, which wins over any other start option. */
    private static final String IN_UTC = "SET TIME ZONE 'UTC'";

    private final HikariDataSource reader;
    private final HikariDataSource writer;

    /** Migrated before anyone gets to see it: the writers' connections already need its tables. */
    Database(String jdbcUrl, int readers, Clock clock) throws SQLException {
        reader = pool("weir-read", jdbcUrl, readers);
        Migrations.apply(reader);
        Migrations.ensurePartitions(reader, clock);
        HikariConfig config = config("weir-write", jdbcUrl, WRITERS);
        config.setAutoCommit(false);
        config.setConnectionInitSql(IN_UTC + "; " + RunSave.STAGING);
        config.setIsolateInternalQueries(true); // else those statements' transaction stays open, with its locks
        writer = new HikariDataSource(config);
    }

    private static HikariDataSource pool(String name, String jdbcUrl, int size) {
        return new HikariDataSource(config(name, jdbcUrl, size));
    }

    private static HikariConfig config(String name, String jdbcUrl, int size) {
        Properties driver = new Properties();
        driver.setProperty("ApplicationName", name);
        driver.setProperty("tcpKeepAlive", "true");
        driver.setProperty("prepareThreshold", "2");
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(jdbcUrl);
        config.setDataSourceProperties(driver);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setConnectionInitSql(IN_UTC);
        config.setConnectionTimeout(5_000);
        config.setValidationTimeout(2_000);
        config.setInitializationFailTimeout(10_000);
        return config;
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
