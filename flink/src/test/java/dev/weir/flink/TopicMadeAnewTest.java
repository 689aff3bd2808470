package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.store.Rebuild;
import dev.weir.store.TopicOffsets.Part;
import dev.weir.testkit.db.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A topic that was deleted and made again, or is another cluster's, counts from the start: what is in it is new all the same. */
class TopicMadeAnewTest {
    private static final int EVENTS = 10;
    private static final Part PART = new Part("events", 0);

    @TempDir
    Path savepoints;

    @Test
    void whatComesUnderOffsetsOfBeforeIsAppendedAndCountedOnce() throws Exception {
        try (TestDatabase database = new TestDatabase()) {
            RunningJob.migrate(database);
            fold(database, "old", 0, EVENTS);
            fold(database, "new", 1, 2 * EVENTS); // which breaks down on its way, and is handed over again in part
            assertThat(RunningJob.isTrue(
                            database,
                            "SELECT sum(received) = 20 AND sum(accepted) = 20 AND sum(duplicates) = 0 FROM accounting"))
                    .isTrue();
            assertThat(RunningJob.isTrue(database, "SELECT count(*) = 20 FROM runs WHERE status = 'running'"))
                    .isTrue();
            assertThat(new Rebuild(database.dataSource())
                            .run(true, progress -> {})
                            .firstDifferences())
                    .isEmpty();
        }
    }

    private void fold(TestDatabase database, String which, int breakdowns, int logged) throws Exception {
        List<Arrival> events = IntStream.range(0, EVENTS)
                .mapToObj(offset -> started(which + offset).arrival("events", 0, offset))
                .toList();
        Partitions topic = Partitions.of("events", List.of(events, List.of(), List.of()), breakdowns);
        try (RunningJob job = RunningJob.start(database, topic, RunningJob.options(database))) {
            job.awaitTrue("SELECT count(*) = " + logged + " FROM event_log");
            job.await(EVENTS, savepoints);
        }
    }

    private static Sent started(String id) {
        return Sent.workflow("""
                {"eventId":"%s","type":"workflow.started","timestamp":"2026-01-02T03:04:05Z","workflowId":"%s",
                 "workflowName":"name"}""".formatted(id, id));
    }

    @Test
    void aRepetitionIsNothingNew() {
        Progress progress = new Progress(Map.of(PART, 7L));
        assertThat(progress.isNew(PART, 5, true)).isFalse();
        assertThat(progress.isNew(PART, 6, true)).isFalse();
        assertThat(progress.isNew(PART, 7, true))
                .as("an event that was sent twice")
                .isTrue();
        assertThat(progress.next()).containsEntry(PART, 8L);
        assertThat(progress.begunAgain()).isZero();
        assertThat(progress.missing()).isZero();
    }

    @Test
    void whatFollowsTheFirstThatTheLogLacksIsNew() {
        Progress progress = new Progress(Map.of(PART, 7L));
        assertThat(progress.isNew(PART, 0, false)).isTrue();
        assertThat(progress.isNew(PART, 1, true)).isTrue();
        assertThat(progress.next()).containsEntry(PART, 2L);
        assertThat(progress.begunAgain()).isEqualTo(1);
    }

    @Test
    void offsetsThatNeverCameAreCounted() {
        Progress progress = new Progress(Map.of(PART, 7L));
        assertThat(progress.isNew(PART, 9, false)).isTrue();
        assertThat(progress.isNew(PART, 12, false)).isTrue();
        assertThat(progress.isNew(new Part("another", 0), 100, false)).isTrue();
        assertThat(progress.missing()).isEqualTo(4);
    }
}
