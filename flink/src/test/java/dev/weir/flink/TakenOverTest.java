package dev.weir.flink;

import dev.weir.store.FoldedBy;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.JobStatus;
import org.junit.jupiter.api.Test;

/** A server that takes the database over although the job is still there is left alone by the job. */
class TakenOverTest {
    @Test
    void theJobStopsWriting() throws Exception {
        List<Sent> traffic = Traffic.of(9, 3);
        try (TestDatabase database = new TestDatabase()) {
            RunningJob.migrate(database);
            Partitions topic = Partitions.of("taken", RunningJob.spread("taken", traffic, new Random(9)), 0);
            try (RunningJob job = RunningJob.start(database, topic, RunningJob.options(database))) {
                job.awaitTrue("SELECT EXISTS (SELECT FROM folded_by WHERE at_work IS NOT NULL)");
                try (Connection connection = database.dataSource().getConnection()) {
                    FoldedBy.SERVER.takeOver(connection);
                }
                job.awaitStatus(JobStatus.RESTARTING);
                job.awaitTrue("SELECT at_work IS NULL AND host = 'server' FROM folded_by");
            }
        }
    }
}
