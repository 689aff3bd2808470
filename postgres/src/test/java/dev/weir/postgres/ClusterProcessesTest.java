package dev.weir.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterProcessesTest {
    @Test
    void theProcessesOfAnotherClusterAreNotOurs(@TempDir Path dataDir, @TempDir Path otherDir) throws Exception {
        Cluster cluster = new Cluster(dataDir.toRealPath());
        Cluster other = new Cluster(otherDir.toRealPath());
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(otherDir)) {
            assertThat(ClusterProcesses.of(cluster)).isEmpty();
            assertThat(ClusterProcesses.of(other)).contains(postgres.pid()).hasSizeGreaterThan(4);
        }
        assertThat(ClusterProcesses.of(other)).isEmpty();
    }

    @Test
    void onlyPostgresItselfCountsAsAProcessOfTheCluster() {
        assertThat(ClusterProcesses.belongs("/x/bin/postgres -D /d -p 20000 -c cluster_name=weir-1", "weir-1"))
                .isTrue();
        assertThat(ClusterProcesses.belongs("postgres: weir-1: checkpointer", "weir-1"))
                .isTrue();
        assertThat(ClusterProcesses.belongs("/x/bin/postgres -D /d -p 20000 -c cluster_name=weir-12", "weir-1"))
                .isFalse();
        assertThat(ClusterProcesses.belongs("grep /bin/postgres -D  cluster_name=weir-1", "weir-1"))
                .isFalse();
        assertThat(ClusterProcesses.belongs("vi postgres: weir-1: checkpointer", "weir-1"))
                .isFalse();
    }
}
