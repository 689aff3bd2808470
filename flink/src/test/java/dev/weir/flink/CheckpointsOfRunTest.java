package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a job without a cluster keeps its checkpoints: in memory each of their files may have five megabytes. */
class CheckpointsOfRunTest {
    private static final int KEYS = 4_000;
    private static final int MORE_THAN_MEMORY_TAKES = 5 << 20;

    @TempDir
    Path data;

    @Test
    void stateMayBeLargerThanMemoryHasRoomFor() throws Exception {
        try (TestDatabase database = new TestDatabase()) {
            RunningJob.migrate(database);
            JobOptions options = options(database);
            List<Arrival> events = IntStream.range(0, KEYS)
                    .mapToObj(offset -> started(offset).arrival("large", 0, offset))
                    .toList();
            Partitions topic = Partitions.of("large", List.of(events), 0);
            try (RunningJob job = RunningJob.start(database, topic, options)) {
                job.awaitTrue("SELECT count(*) = " + KEYS + " FROM runs");
                await(this::hasCheckpointOfThatSize);
            }
        }
    }

    private JobOptions options(TestDatabase database) throws IOException {
        return LocalJob.options(Arguments.of(
                List.of(
                        "--brokers=none:9092",
                        "--db=" + database.jdbcUrl(),
                        "--data=" + data,
                        "--parallelism=1",
                        "--state-backend=hashmap",
                        "--checkpoint-interval=1s"),
                Map.of(),
                JobOptions.NAMES,
                JobOptions.FLAGS));
    }

    private static Sent started(int number) {
        String name = (number + "-").repeat(450).substring(0, 900);
        return Sent.workflow("""
                {"eventId":"%d","type":"workflow.started","timestamp":"2026-01-02T03:04:05Z","workflowId":"%s",
                 "workflowName":"%s"}""".formatted(number, name, name));
    }

    private boolean hasCheckpointOfThatSize() throws IOException {
        return files().anyMatch(file ->
                file.toString().contains("chk-") && file.toFile().length() > MORE_THAN_MEMORY_TAKES);
    }

    private Stream<Path> files() throws IOException {
        try (Stream<Path> all = Files.find(data, 10, (file, attributes) -> attributes.isRegularFile())) {
            return all.toList().stream();
        } catch (UncheckedIOException e) { // one was removed meanwhile
            return Stream.of();
        }
    }

    @Test
    void whatProcessesLeftThatHaveEndedIsRemoved() throws IOException {
        Path left = Files.createDirectories(data.resolve("run/left/job/chk-1"));
        Files.writeString(left.resolve("_metadata"), "state");
        Files.writeString(data.resolve("run/left/in-use"), "");
        Path mine = RunDirectory.below(data);
        Path another = RunDirectory.below(data);
        assertThat(data.resolve("run/left")).doesNotExist();
        assertThat(mine).isDirectory().isNotEqualTo(another);
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition) throws IOException {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("no checkpoint was completed").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
