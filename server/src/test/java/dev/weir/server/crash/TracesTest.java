package dev.weir.server.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server leaves in its log, and on the disk when it is killed. */
class TracesTest {
    @TempDir
    Path directory;

    @Test
    void aKilledServerLeavesNothingTemporaryBehindAndItsLogIsQuiet() throws IOException {
        Path temporary = Files.createDirectory(directory.resolve("temporary"));
        for (String format : List.of("text", "json")) {
            Path log = directory.resolve(format + ".log");
            try (ServerProcess server = ServerProcess.start(
                    log, temporary, "--port=0", "--data=" + directory.resolve("data"), "--log-format=" + format)) {
                server.kill();
            }
            assertThat(Files.readAllLines(log)).noneMatch(line -> line.contains("WARN"));
        }
        // A killed server's database still writes for a moment; one that was asked to stop takes it along.
        Path last = directory.resolve("last.log");
        assertThat(ServerProcess.start(last, temporary, "--port=0", "--data=" + directory.resolve("data"))
                        .stop())
                .isZero();
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.map(path -> path.getFileName().toString())).noneMatch(name -> name.startsWith("tomcat"));
        }
    }

    @Test
    void anUnforeseenFailureIsToldOnce() throws IOException {
        Path data = Files.createDirectory(directory.resolve("data"));
        Files.createFile(data.resolve("tomcat"));
        Path log = directory.resolve("log");
        assertThatThrownBy(() -> ServerProcess.start(log, "--port=0", "--data=" + data))
                .isInstanceOf(IllegalStateException.class);
        assertThat(Files.readAllLines(log))
                .filteredOn(line -> line.contains("at dev.weir.server.Main.run("))
                .isNotEmpty()
                .doesNotHaveDuplicates(); // one stack
    }
}
