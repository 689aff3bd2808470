package dev.weir.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each reason not to start gives one sentence, and leaves what it found as it was. */
class RefusedStartTest {
    /** Made once, as it takes a second. */
    @TempDir
    static Path withCluster;

    @TempDir
    Path dataDir;

    @Test
    void inUseByThisProcess() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(withCluster)) {
            String sentence = "The data directory " + withCluster + " is in use by another Weir (process "
                    + ProcessHandle.current().pid() + "): stop it, or choose another directory with --data.";
            refuses(withCluster, sentence);
            refuses(withCluster, sentence);
            try (OtherWeir other = OtherWeir.on(withCluster)) {
                assertThat(other.nextLine()).isEqualTo(sentence);
            }
            assertThat(Sql.value(postgres.jdbcUrl(), "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void inUseByAnotherProcess() throws Exception {
        try (OtherWeir other = OtherWeir.on(withCluster)) {
            String url = other.nextLine();
            refuses(
                    withCluster,
                    "The data directory " + withCluster + " is in use by another Weir (process " + other.pid()
                            + "): stop it, or choose another directory with --data.");
            assertThat(Sql.value(url, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void writtenByAnotherMajorVersion() throws Exception {
        Path version = Files.createDirectory(dataDir.resolve("postgres")).resolve("PG_VERSION");
        Files.writeString(version, "15\n");
        refuses(
                dataDir,
                "The data directory " + dataDir + " was written by PostgreSQL 15 and this Weir runs PostgreSQL 18:"
                        + " move the data over with pg_dump, or choose another directory with --data.");
        assertThat(version).hasContent("15\n");
    }

    @Test
    void belowAFile() throws Exception {
        Path file = Files.createFile(dataDir.resolve("file"));
        refuses(
                file.resolve("data"),
                "The data directory " + file.resolve("data") + " cannot be created because " + file
                        + " is a file: choose another directory with --data.");
        refuses(
                file,
                "The data directory " + file + " cannot be created because " + file
                        + " is a file: choose another directory with --data.");
    }

    @Test
    void notWritable() throws Exception {
        // Root may write everywhere, so permissions alone would not show it.
        Files.createDirectory(dataDir.resolve("weir.lock"));
        refuses(
                dataDir,
                "The data directory " + dataDir + " is not writable for user " + System.getProperty("user.name")
                        + " (Is a directory): put that right, or choose another directory with --data.");
    }

    @Test
    void aClusterThatLostItsHead() throws Exception {
        Path kept = Files.createDirectories(dataDir.resolve("postgres/base")).resolve("1");
        Files.writeString(kept, "precious");
        refuses(
                dataDir,
                "The directory " + dataDir.resolve("postgres")
                        + " is not a complete PostgreSQL cluster: move it away, or choose another directory with --data.");
        assertThat(kept).hasContent("precious");
    }

    @Test
    void settingsThatPostgresDoesNotUnderstand() throws Exception {
        EmbeddedPostgres.start(withCluster).close();
        Path custom = withCluster.resolve("postgres/custom.conf");
        Files.writeString(custom, "no_such_setting = 1\n");
        refuses(
                withCluster,
                "PostgreSQL cannot be started on " + withCluster.resolve("postgres") + " (configuration file \""
                        + custom
                        + "\" contains errors; more in " + withCluster.resolve("postgres.log")
                        + "): remove the cause, or choose another directory with --data.");
        Files.delete(custom);
        EmbeddedPostgres.start(withCluster).close();
    }

    private static void refuses(Path dataDir, String sentence) {
        assertThatThrownBy(() -> EmbeddedPostgres.start(dataDir).close())
                .isInstanceOf(PostgresStartException.class)
                .hasMessage(sentence);
    }
}
