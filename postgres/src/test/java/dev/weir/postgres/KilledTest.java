package dev.weir.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PostgreSQL, Weir, or both are killed with SIGKILL; what was committed is there afterwards. */
class KilledTest {
    @TempDir
    static Path dataDir;

    static Cluster cluster;

    @BeforeAll
    static void cluster() throws IOException {
        cluster = new Cluster(dataDir.toRealPath());
    }

    @Test
    void postgresComesBackByItselfEveryTime() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(dataDir)) {
            String url = postgres.jdbcUrl();
            Sql.execute(url, "CREATE TABLE kills (i int)");
            for (int kills = 1; kills <= 4; kills++) {
                Sql.execute(url, "INSERT INTO kills VALUES (" + kills + ")");
                long killed = postgres.pid();
                long since = System.nanoTime();
                kill(killed);
                Await.until("PostgreSQL is back", () -> postgres.pid() != killed && postgres.isRunning());
                assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(10));
                assertThat(Sql.value(url, "SELECT count(*) FROM kills")).isEqualTo("" + kills);
            }
            assertThat(postgres.jdbcUrl()).isEqualTo(url);
        }
    }

    @Test
    void postgresComesBackAlthoughAnOrphanIsBusy() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(dataDir);
                Connection busy = DriverManager.getConnection(postgres.jdbcUrl())) {
            Thread query = new Thread(() -> runUntilItBreaks(busy));
            query.start();
            Await.until("the query runs", () -> countBusy(postgres.jdbcUrl()).equals("1"));
            long killed = postgres.pid();
            kill(killed);
            Await.until("PostgreSQL is back", () -> postgres.pid() != killed && postgres.isRunning());
            query.join();
            assertThat(Sql.value(postgres.jdbcUrl(), "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void closingWhileItComesBackLeavesNoProcess() throws Exception {
        List<Predicate<EmbeddedPostgres>> moments =
                List.of(postgres -> true, postgres -> !postgres.isRunning(), this::isStartedAgain);
        for (Predicate<EmbeddedPostgres> moment : moments) {
            EmbeddedPostgres postgres = EmbeddedPostgres.start(dataDir);
            kill(postgres.pid());
            Await.until("the moment has come", () -> moment.test(postgres));
            postgres.close();
            assertThat(ClusterProcesses.of(cluster)).isEmpty();
            assertThat(postgres.isRunning()).isFalse();
        }
    }

    private boolean isStartedAgain(EmbeddedPostgres postgres) {
        return ProcessHandle.of(postgres.pid()).isPresent() && !postgres.isRunning();
    }

    @Test
    void postgresEndsWithAKilledWeirAndTheNextOneFindsEverything() throws Exception {
        String url;
        try (OtherWeir weir = OtherWeir.on(dataDir)) {
            url = weir.nextLine();
            Sql.execute(url, "CREATE TABLE kept AS SELECT generate_series(1, 100000) AS i");
            weir.kill();
        }
        Await.until("PostgreSQL has ended", () -> isGone());
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(dataDir)) {
            assertThat(postgres.jdbcUrl()).isEqualTo(url);
            assertThat(Sql.value(url, "SELECT sum(i) FROM kept")).isEqualTo("5000050000");
        }
    }

    @Test
    void theNextWeirStartsAtOnceWhenBothWereKilled() throws Exception {
        try (OtherWeir weir = OtherWeir.on(dataDir)) {
            String url = weir.nextLine();
            long postmaster = Long.parseLong(weir.nextLine());
            Sql.execute(url, "CREATE TABLE recovered AS SELECT generate_series(1, 100000) AS i");
            weir.kill();
            // unless it went down with Weir, as it is meant to, before we came to it
            ProcessHandle.of(postmaster).ifPresent(ProcessHandle::destroyForcibly);
        }
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(dataDir)) {
            assertThat(Sql.value(postgres.jdbcUrl(), "SELECT sum(i) FROM recovered"))
                    .isEqualTo("5000050000");
        }
    }

    @Test
    void aFirstStartKilledMidwayIsDoneAgain(@TempDir Path newDir) throws Exception {
        try (OtherWeir weir = OtherWeir.on(newDir)) {
            Await.until("initdb is at work", () -> unfinished(newDir) == 1);
            weir.kill();
        }
        assertThat(newDir.resolve("postgres")).doesNotExist();
        assertThat(unfinished(newDir)).isEqualTo(1);
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(newDir)) {
            assertThat(Sql.value(postgres.jdbcUrl(), "SELECT 1")).isEqualTo("1");
            assertThat(unfinished(newDir)).isZero();
        }
    }

    private static long unfinished(Path dir) {
        try (Stream<Path> entries = Files.list(dir)) {
            return entries.filter(path -> path.getFileName().toString().startsWith("postgres.new-"))
                    .count();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isGone() {
        try {
            return ClusterProcesses.of(cluster).isEmpty();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void kill(long pid) {
        assertThat(ProcessHandle.of(pid).orElseThrow().destroyForcibly()).isTrue();
    }

    private static void runUntilItBreaks(Connection connection) {
        try (var statement = connection.createStatement()) {
            statement.execute("SELECT count(*) FROM generate_series(1, 1000000000) i WHERE i % 7 = 8");
        } catch (SQLException expected) {
            // The server went away, as it should.
        }
    }

    private static String countBusy(String url) {
        try {
            return Sql.value(
                    url, "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid()");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
