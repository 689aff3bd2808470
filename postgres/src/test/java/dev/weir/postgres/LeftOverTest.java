package dev.weir.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftOverTest {
    @TempDir
    static Path dataDir;

    static Cluster cluster;

    @BeforeAll
    static void initialised() throws Exception {
        EmbeddedPostgres.start(dataDir).close();
        cluster = new Cluster(dataDir.toRealPath());
    }

    @Test
    void aPostmasterThatDoesNotGoByItselfIsToldTo() throws Exception {
        Postmaster forgotten = startUnsupervised();
        new LeftOver(cluster, Duration.ofMillis(100)).awaitGone();
        assertThat(forgotten.awaitEnd()).as("status of a clean shutdown").isZero();
        assertThat(forgotten.isRunning()).isFalse();
    }

    @Test
    void aPidFileWithThePidOfAStrangerNeitherBlocksNorHarmsTheStranger() throws Exception {
        Process stranger = new ProcessBuilder("sleep", "60").start();
        try {
            Files.writeString(
                    PidFile.path(cluster),
                    stranger.pid() + "\n" + cluster.directory()
                            + "\n1700000000\n20000\n\n127.0.0.1\n  1 2\nready   \n");
            assertThat(EmbeddedPostgres.runningUrl(dataDir)).isEmpty();
            try (EmbeddedPostgres postgres = EmbeddedPostgres.start(dataDir)) {
                assertThat(Sql.value(postgres.jdbcUrl(), "SELECT 1")).isEqualTo("1");
            }
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly().waitFor();
        }
    }

    private Postmaster startUnsupervised() throws Exception {
        Postmaster postmaster = new Postmaster.Recipe(
                        cluster,
                        Launcher.forThisMachine(),
                        Binaries.unpackedFor(dataDir),
                        new ServerLog(cluster.dataDir()))
                .start(Port.choose(OptionalInt.empty()));
        assertThat(postmaster.awaitReady()).isTrue();
        return postmaster;
    }
}
