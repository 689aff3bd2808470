package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.store.FoldedBy;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that takes the database over although the job is still there is left alone by the job, for good. */
class TakenOverTest {
    private static final String FIGURES = """
            SELECT concat_ws(' ', (SELECT sum(next_offset) FROM topic_offsets), (SELECT count(*) FROM event_log),
                             (SELECT md5(string_agg(r::text, ',' ORDER BY r::text)) FROM runs r))
            """;

    private final List<Sent> traffic = Traffic.of(9, 3);
    private final List<List<Arrival>> all = RunningJob.spread("taken", traffic, new Random(9));
    /** Without their second halves, which come later. */
    private final List<List<Arrival>> partitions = all.stream()
            .map(arrivals -> (List<Arrival>) new CopyOnWriteArrayList<>(arrivals.subList(0, arrivals.size() / 2)))
            .toList();

    private final TestDatabase database = new TestDatabase();

    @BeforeEach
    void migrate() throws SQLException {
        RunningJob.migrate(database);
    }

    @AfterEach
    void drop() {
        database.close();
    }

    private RunningJob start() throws Exception {
        return RunningJob.start(database, Partitions.of("taken", partitions, 0), RunningJob.options(database));
    }

    @Test
    void theJobStopsWritingAndIsNotStartedAgain() throws Exception {
        try (RunningJob job = start()) {
            job.awaitTrue("SELECT EXISTS (SELECT FROM runs)");
            try (Connection connection = database.dataSource().getConnection()) {
                FoldedBy.SERVER.takeOver(connection);
            }
            String before = figures();
            for (int number = 0; number < all.size(); number++) {
                List<Arrival> arrivals = all.get(number);
                partitions.get(number).addAll(arrivals.subList(arrivals.size() / 2, arrivals.size()));
            }
            assertThat(job.awaitFailure()).hasStackTraceContaining("Servers have taken the database over");
            assertThat(figures()).isEqualTo(before);
            job.awaitTrue("SELECT at_work IS NULL AND host = 'server' AND unfolded_since < since FROM folded_by");
        }
    }

    @Test
    void whatIsFoldedIsSaidAtEveryCheckpoint() throws Exception {
        try (RunningJob job = start()) {
            job.awaitTrue("SELECT coalesce((SELECT folded_to > since AND folded_to <= now() FROM folded_by), false)");
        }
    }

    private String figures() throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(FIGURES)) {
            row.next();
            return row.getString(1);
        }
    }
}
