package dev.weir.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {
    @TempDir
    Path dataDir;

    @Test
    void theProblemIsTheLastLineThatNamesOne() {
        assertThat(ServerLog.problemIn("""
                        2026-01-01 00:00:00.000 UTC [7] LOG:  unrecognized configuration parameter "a"
                        2026-01-01 00:00:00.001 UTC [7] FATAL:  configuration file "b" contains errors
                        2026-01-01 00:00:00.002 UTC [7] LOG:  database system is shut down
                        """)).isEqualTo("configuration file \"b\" contains errors");
        assertThat(ServerLog.problemIn("running ... ok\ninitdb: error: could not create directory \"c\"\n"))
                .isEqualTo("could not create directory \"c\"");
        assertThat(ServerLog.problemIn("setsid: failed to execute x\n\n")).isEqualTo("setsid: failed to execute x");
        assertThat(ServerLog.problemIn("")).isEqualTo("it said nothing");
    }

    @Test
    void aLongLogIsSetAsideAndStartsAnew() throws Exception {
        ServerLog log = new ServerLog(dataDir);
        Files.writeString(log.file(), "short\n");
        log.keepShort();
        assertThat(log.file()).hasContent("short\n");

        try (RandomAccessFile file = new RandomAccessFile(log.file().toFile(), "rw")) {
            file.setLength(17 << 20);
        }
        log.keepShort();
        assertThat(log.size()).isZero();
        assertThat(dataDir.resolve("postgres.log.1")).hasSize(17 << 20);
    }
}
