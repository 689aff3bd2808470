package dev.weir.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresTest {
    @TempDir
    static Path dataDir;

    @Test
    void dataAddressAndSettingsOfTheUserSurviveARestart(@TempDir Path dataDir) throws Exception {
        String url;
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(dataDir)) {
            url = postgres.jdbcUrl();
            Sql.execute(url, "CREATE TABLE kept AS SELECT 'für immer' AS word");
        }
        Path cluster = dataDir.resolve("postgres");
        Files.writeString(cluster.resolve("weir.conf"), "fsync = off\n");
        Files.writeString(cluster.resolve("custom.conf"), "work_mem = 7MB\nmax_connections = 42\n");

        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(dataDir)) {
            assertThat(postgres.jdbcUrl()).isEqualTo(url);
            assertThat(Sql.value(url, "SELECT word FROM kept")).isEqualTo("für immer");
            assertThat(Sql.value(url, "SHOW fsync")).isEqualTo("on");
            assertThat(Sql.value(url, "SHOW work_mem")).isEqualTo("7MB");
            assertThat(Sql.value(url, "SHOW max_connections")).isEqualTo("42");
        }
    }

    @Test
    void isADatabaseForThisMachineAloneThatWritesToDisk() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(dataDir)) {
            String url = postgres.jdbcUrl();
            assertThat(url).matches("jdbc:postgresql://127\\.0\\.0\\.1:2\\d{4}/weir\\?user=weir&password=[0-9a-f]{48}");
            assertThat(Sql.value(url, """
                            SELECT string_agg(name || '=' || setting, ' ' ORDER BY name) FROM pg_settings WHERE name IN
                            ('fsync', 'full_page_writes', 'listen_addresses', 'unix_socket_directories', 'log_timezone',
                             'server_encoding', 'data_checksums', 'jit', 'max_wal_size', 'shared_preload_libraries')
                            """))
                    .isEqualTo("data_checksums=on fsync=on full_page_writes=on jit=off listen_addresses=127.0.0.1"
                            + " log_timezone=UTC max_wal_size=4096 server_encoding=UTF8"
                            + " shared_preload_libraries=pg_stat_statements unix_socket_directories=");
            // The driver sets the zone of its own sessions, so SHOW would tell nothing of the server.
            assertThat(Sql.value(
                            url, "SELECT setting FROM pg_file_settings WHERE name = 'timezone' ORDER BY seqno DESC"))
                    .isEqualTo("UTC");
            assertThat(Sql.value(url, "SELECT string_agg(DISTINCT auth_method, ',') FROM pg_hba_file_rules"))
                    .isEqualTo("scram-sha-256");
            assertThat(Sql.value(
                            url,
                            "SELECT datlocprovider::text || datlocale || ' ' || datdba::regrole"
                                    + " FROM pg_database WHERE datname = 'weir'"))
                    .isEqualTo("bC.UTF-8 weir");
            assertThat(Sql.value(url, "SELECT lower('ÄÖ') || (SELECT min(x) FROM unnest(ARRAY['a', 'B']) x)"))
                    .isEqualTo("äöB");
        }
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(dataDir.resolve("postgres/weir.password"))))
                .isEqualTo("rw-------");
    }

    @Test
    void takesAnotherPortWhenItsOwnIsTaken() throws Exception {
        String url;
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(dataDir)) {
            url = postgres.jdbcUrl();
        }
        int port = Integer.parseInt(Files.readString(dataDir.resolve("postgres/weir.port")));
        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"));
                EmbeddedPostgres postgres = EmbeddedPostgres.start(dataDir)) {
            assertThat(url).contains(":" + taken.getLocalPort() + "/");
            assertThat(postgres.jdbcUrl()).doesNotContain(":" + port + "/");
            assertThat(Sql.value(postgres.jdbcUrl(), "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void anotherProcessFindsTheAddressWhileItRuns() throws Exception {
        assertThat(EmbeddedPostgres.runningUrl(dataDir)).isEmpty();
        assertThat(EmbeddedPostgres.runningUrl(dataDir.resolve("missing"))).isEmpty();
        try (OtherWeir other = OtherWeir.on(dataDir)) {
            String url = other.nextLine();
            assertThat(EmbeddedPostgres.runningUrl(dataDir)).contains(url);
            assertThat(Sql.value(url, "SELECT 1")).isEqualTo("1");
        }
        assertThat(EmbeddedPostgres.runningUrl(dataDir)).isEmpty();
    }

    /** The death signal follows the thread that forks, which therefore must not be the caller's. */
    @Test
    void outlivesTheThreadThatStartedIt() throws Exception {
        CompletableFuture<EmbeddedPostgres> started = new CompletableFuture<>();
        Thread starter = new Thread(() -> started.complete(startHere()));
        starter.start();
        starter.join();
        try (EmbeddedPostgres postgres = started.join()) {
            long pid = postgres.pid();
            assertThat(Sql.value(postgres.jdbcUrl(), "SELECT 'undisturbed' FROM pg_sleep(0.3)"))
                    .isEqualTo("undisturbed");
            assertThat(postgres.pid()).isEqualTo(pid);
        }
    }

    private static EmbeddedPostgres startHere() {
        try {
            return EmbeddedPostgres.start(dataDir);
        } catch (PostgresStartException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void closingTwiceIsFineAndLeavesNoProcess() throws Exception {
        EmbeddedPostgres postgres = EmbeddedPostgres.start(dataDir);
        assertThat(postgres.isRunning()).isTrue();
        Thread.currentThread().interrupt();
        postgres.close();
        assertThat(Thread.interrupted()).isTrue();
        postgres.close();
        assertThat(postgres.isRunning()).isFalse();
        assertThat(ClusterProcesses.of(new Cluster(dataDir.toRealPath()))).isEmpty();
    }

    /** What root does where user namespaces are refused, and back again. */
    @Test
    void rootRunsItAsNobodyWhereItMust(@TempDir Path dataDir) throws Exception {
        Assumptions.assumeTrue(CurrentUser.IS_ROOT, "only root can become nobody");
        Path hidden = Files.createDirectory(
                dataDir.resolve("hidden"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        startAndCount(hidden, Launcher.asNobody(), "1");
        assertThat(FileTree.owner(hidden.resolve("postgres")))
                .isEqualTo(Launcher.asNobody().owner());
        startAndCount(hidden, Launcher.inUserNamespace(), "2");
        startAndCount(hidden, Launcher.asNobody(), "3");
    }

    private static void startAndCount(Path dataDir, Launcher launcher, String expected)
            throws PostgresStartException, SQLException, IOException {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(dataDir, launcher)) {
            Sql.execute(postgres.jdbcUrl(), "CREATE TABLE IF NOT EXISTS starts (at timestamptz)");
            Sql.execute(postgres.jdbcUrl(), "INSERT INTO starts VALUES (now())");
            assertThat(Sql.value(postgres.jdbcUrl(), "SELECT count(*) FROM starts"))
                    .isEqualTo(expected);
            assertThat(FileTree.owner(Path.of("/proc/" + postgres.pid()))).isEqualTo(launcher.owner());
        }
    }
}
