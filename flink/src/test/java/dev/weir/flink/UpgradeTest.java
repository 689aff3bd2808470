package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.run.RunFold;
import dev.weir.store.Rebuild;
import dev.weir.store.StateBytes;
import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job of this version goes on from a savepoint of the version before: what an older fold left is folded again. */
class UpgradeTest {
    private static final String AGE_ROWS = """
            UPDATE runs SET fold_version = %d, current_step = 'of old' WHERE stage_role = 0
            """.formatted(RunFold.VERSION - 1);

    @TempDir
    Path savepoints;

    @Test
    void whatAnOlderFoldLeftIsFoldedAgain() throws Exception {
        List<Sent> traffic = Traffic.of(5, 10);
        List<Sent> first = traffic.subList(0, traffic.size() / 2);
        try (TestDatabase database = new TestDatabase()) {
            RunningJob.migrate(database);
            JobOptions options = RunningJob.options(database);
            String savepoint;
            try (RunningJob older = RunningJob.start(database, topic(first), options)) {
                older.await(first.size(), savepoints);
                savepoint = older.takeSavepoint(savepoints);
            }
            assertThat(ageStates(Path.of(URI.create(savepoint)))).isPositive();
            assertThat(execute(database, AGE_ROWS)).isPositive();
            try (RunningJob job = RunningJob.restore(database, topic(traffic), options, savepoint)) {
                job.await(traffic.size(), savepoints);
                job.awaitTrue("SELECT NOT EXISTS (SELECT FROM runs WHERE fold_version <> " + RunFold.VERSION + ")");
                job.awaitTrue(RunningJob.NOTHING_WAITS);
            }
            assertThat(RunningJob.isTrue(
                            database, "SELECT NOT EXISTS (SELECT FROM runs WHERE current_step = 'of old')"))
                    .isTrue();
            assertThat(RunningJob.isTrue(database, "SELECT sum(received) = " + traffic.size() + " FROM accounting"))
                    .as("what the older one counted is not counted again")
                    .isTrue();
            assertThat(new Rebuild(database.dataSource())
                            .run(true, progress -> {})
                            .firstDifferences())
                    .isEmpty();
        }
    }

    /** The same seed spreads what has come before as it was spread before. */
    private static Partitions topic(List<Sent> traffic) {
        return Partitions.of("upgrade", RunningJob.spread("upgrade", traffic, new Random(5)), 0);
    }

    /**
     * In the files of a savepoint, states of runs become those of the version before: the number stands before the JSON of
     * each.
     *
     * @return how many
     */
    private static int ageStates(Path savepoint) throws IOException {
        int aged = 0;
        try (Stream<Path> files = Files.walk(savepoint)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
                for (int at = 0; at + 2 * Integer.BYTES < bytes.capacity(); at++) {
                    if (bytes.getInt(at) == StateBytes.LAYOUT
                            && bytes.getInt(at + Integer.BYTES) == RunFold.VERSION
                            && bytes.get(at + 2 * Integer.BYTES) == '{') {
                        bytes.putInt(at + Integer.BYTES, RunFold.VERSION - 1);
                        aged++;
                    }
                }
                Files.write(file, bytes.array());
            }
        }
        return aged;
    }

    private static int execute(TestDatabase database, String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }
}
