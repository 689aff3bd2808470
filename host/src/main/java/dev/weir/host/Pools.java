package dev.weir.host;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.weir.store.FoldedBy;
import dev.weir.store.RunSave;
import java.util.Properties;

/** Connections to Weir's database. */
public final class Pools {
    /** By a statement, as the driver asks for the zone of this process, which wins over any other start option. */
    private static final String IN_UTC = "SET TIME ZONE 'UTC'";

    private Pools() {}

    /** Connections for statements that are one each; the database shows them under this name. */
    public static HikariDataSource readers(String name, String jdbcUrl, int size) {
        return new HikariDataSource(config(name, jdbcUrl, size));
    }

    /** Connections to a replica, which may be away: whoever asks for one then has somebody else to ask. */
    public static HikariDataSource replica(String name, String jdbcUrl, int size) {
        HikariConfig config = config(name, jdbcUrl, size);
        config.addDataSourceProperty("connectTimeout", "2");
        config.addDataSourceProperty("socketTimeout", "60");
        config.setConnectionTimeout(1_000);
        config.setValidationTimeout(500);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /** Connections for transactions that save what the folds make. The database has to be migrated by now. */
    public static HikariDataSource writers(String name, String jdbcUrl, int size, FoldedBy host) {
        HikariConfig config = config(name, jdbcUrl, size);
        config.setAutoCommit(false);
        config.setConnectionInitSql(IN_UTC + "; " + host.introduction() + "; " + RunSave.STAGING);
        config.setIsolateInternalQueries(true); // else those statements' transaction stays open, with its locks
        return new HikariDataSource(config);
    }

    private static HikariConfig config(String name, String jdbcUrl, int size) {
        Properties driver = new Properties();
        driver.setProperty("ApplicationName", name);
        driver.setProperty("tcpKeepAlive", "true");
        driver.setProperty("prepareThreshold", "2");
        driver.setProperty(
                "logServerErrorDetail", "false"); // else messages, and so logs, show rows with their payloads
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(jdbcUrl);
        // Java looks for drivers once per process, but a cluster has a class loader for each job.
        config.setDriverClassName("org.postgresql.Driver");
        config.setDataSourceProperties(driver);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setConnectionInitSql(IN_UTC);
        config.setConnectionTimeout(5_000);
        config.setValidationTimeout(2_000);
        config.setInitializationFailTimeout(10_000);
        return config;
    }
}
