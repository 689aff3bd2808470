package dev.weir.testkit.db;

import dev.weir.postgres.EmbeddedPostgres;
import dev.weir.postgres.PostgresStartException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * An empty database of its own for a test, on one real PostgreSQL that all tests of a JVM share. Its sessions do not
 * default to UTC, and neither do the tests' JVMs: whoever forgets to say so is found out.
 */
public final class TestDatabase implements AutoCloseable {
    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final String name;

    public TestDatabase() {
        name = "test_" + COUNTER.incrementAndGet();
        execute("CREATE DATABASE " + name);
        execute("ALTER DATABASE " + name + " SET timezone TO 'America/St_Johns'");
    }

    private static void execute(String sql) {
        try (Connection connection = DriverManager.getConnection(Shared.POSTGRES.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public String jdbcUrl() {
        return Shared.POSTGRES.jdbcUrl().replace("/weir?", "/" + name + "?");
    }

    public DataSource dataSource() {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(jdbcUrl());
        return dataSource;
    }

    @Override
    public void close() {
        execute("DROP DATABASE " + name + " WITH (FORCE)");
    }

    /** Started when first asked for, stopped with the JVM. */
    private static final class Shared {
        static final EmbeddedPostgres POSTGRES = start();

        private static EmbeddedPostgres start() {
            try {
                TemporaryDirectory directory = TemporaryDirectory.create();
                EmbeddedPostgres postgres = EmbeddedPostgres.start(directory.path());
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    postgres.close();
                    directory.close();
                }));
                return postgres;
            } catch (PostgresStartException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
