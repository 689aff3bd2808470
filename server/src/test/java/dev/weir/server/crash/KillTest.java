package dev.weir.server.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.postgres.EmbeddedPostgres;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Under load, the server or PostgreSQL is killed at random moments, again and again: whatever was acknowledged is in the
 * log, once, and every row is what its events say.
 */
class KillTest {
    private static final int KILLS = Boolean.getBoolean("weir.long") ? 20 : 3;
    private static final long SEED = Long.getLong("weir.seed", 1);

    @TempDir
    Path directory;

    @Test
    void nothingAcknowledgedIsLost() throws Exception {
        Path data = directory.resolve("data");
        Random random = new Random(SEED);
        AtomicReference<ServerProcess> server = new AtomicReference<>(server(data));
        Load load = new Load(SEED, () -> server.get().url());
        try (load) {
            for (int kill = 1; kill <= KILLS; kill++) {
                progress(load, 20 + random.nextInt(60));
                if (kill % 2 == 1) {
                    server.get().kill();
                    server.set(server(data));
                } else {
                    killPostgres(data);
                }
                progress(load, 5);
            }
        } finally {
            load.close();
            assertThat(server.get().stop()).as("exit code after SIGTERM").isZero();
        }
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data)) {
            assertNothingLost(postgres.jdbcUrl(), load);
        }
    }

    @Test
    void twoServersOnOneDatabase() throws Exception {
        Random random = new Random(SEED);
        try (TestDatabase database = new TestDatabase()) {
            AtomicReference<ServerProcess> one = new AtomicReference<>(server(database));
            AtomicReference<ServerProcess> two = new AtomicReference<>(server(database));
            // The same events to both: each batch goes to either, and repeated ones often to the other.
            Load load = new Load(
                    SEED, () -> (random.nextBoolean() ? one : two).get().url());
            Load same = new Load(
                    SEED, () -> (random.nextBoolean() ? one : two).get().url());
            try (load;
                    same) {
                for (int kill = 1; kill <= KILLS; kill++) {
                    progress(load, 20 + random.nextInt(60));
                    AtomicReference<ServerProcess> victim = random.nextBoolean() ? one : two;
                    victim.get().kill();
                    terminateBackends(database.jdbcUrl());
                    victim.set(server(database));
                }
            } finally {
                load.close();
                same.close();
                one.get().stop();
                two.get().stop();
            }
            assertNothingLost(database.jdbcUrl(), load);
            assertNothingLost(database.jdbcUrl(), same);
        }
    }

    private ServerProcess server(Path data) {
        return ServerProcess.start(directory.resolve("server.log"), "--port", "0", "--data", data.toString());
    }

    private ServerProcess server(TestDatabase database) {
        return ServerProcess.start(directory.resolve("server.log"), "--port", "0", "--db", database.jdbcUrl());
    }

    private static void progress(Load load, int batches) {
        int target = load.batches() + batches;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
        while (load.batches() < target) {
            assertThat(System.nanoTime())
                    .as("no batch is acknowledged any more")
                    .isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private static void killPostgres(Path data) throws IOException {
        String pid = Files.readAllLines(data.resolve("postgres/postmaster.pid")).get(0);
        ProcessHandle.of(Long.parseLong(pid.trim())).ifPresent(ProcessHandle::destroyForcibly);
    }

    private static void terminateBackends(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
        }
    }

    private static void assertNothingLost(String url, Load load) throws SQLException {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(url);
        assertThat(load.surprises()).isEmpty();
        Set<UUID> lost = new HashSet<>(load.acknowledged());
        assertThat(lost).as("acknowledged").isNotEmpty();
        lost.removeAll(logged(database));
        assertThat(lost).as("acknowledged but not in the log").isEmpty();
        assertThat(number(database, "SELECT count(*) FROM fact_workflow_sessions"))
                .as("sessions")
                .isPositive();
        assertThat(new Rebuild(database).run(true, progress -> {}).firstDifferences())
                .isEmpty();
    }

    private static long number(DataSource database, String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private static Set<UUID> logged(DataSource database) throws SQLException {
        Set<UUID> ids = new HashSet<>();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id FROM event_log")) {
            while (row.next()) {
                assertThat(ids.add(row.getObject(1, UUID.class)))
                        .as("an id in the log twice")
                        .isTrue();
            }
        }
        return ids;
    }
}
