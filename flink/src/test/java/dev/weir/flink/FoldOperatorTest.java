package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunFold;
import dev.weir.server.RealServer;
import dev.weir.store.FoldedBy;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.metrics.groups.InternalOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingOperatorMetricGroup;
import org.apache.flink.runtime.metrics.util.InterceptingTaskMetricGroup;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The state of keys: how long it is kept, and that no row depends on it. */
class FoldOperatorTest {
    private static final long LINGER_MS = 50;
    private static final RunKey KEY = new RunKey(Headers.LOCAL_ORG, "default", "default", "w");
    private static final List<String> STORY = List.of(
            event("1", "workflow.started", ""),
            event("2", "step.started", ",\"stepName\":\"scan\",\"attempt\":1"),
            event("3", "step.completed", ",\"stepName\":\"scan\",\"attempt\":1"),
            event("4", "workflow.completed", ""));

    private TestDatabase database;
    private JobSettings settings;

    @BeforeEach
    void migrate() throws SQLException {
        database = new TestDatabase();
        RunningJob.migrate(database);
        settings = RunningJob.options(database, "--state-ttl", "1h").settings();
    }

    @AfterEach
    void drop() {
        database.close();
    }

    private static String event(String id, String type, String more) {
        return """
                {"eventId":"%s","type":"%s","timestamp":"2026-01-02T03:04:0%sZ","env":"default","serviceKey":"default",
                 "workflowId":"w","workflowName":"name"%s}""".formatted(id, type, id, more);
    }

    @Test
    void nothingIsLeftOfAKeyThatIsQuietForLong() throws Exception {
        try (Harness fold = new Harness(null)) {
            fold.receive(0, 1);
            assertThat(fold.entries()).isPositive();
            assertThat(fold.timers()).isEqualTo(1);
            fold.receiveAfter(Duration.ofMinutes(40), 1, 2);
            fold.passTo(Duration.ofMinutes(70));
            assertThat(fold.entries()).as("it was heard of since").isPositive();
            fold.passTo(Duration.ofMinutes(110));
            assertThat(fold.entries()).isZero();
            assertThat(fold.timers()).isZero();
            fold.receiveAfter(Duration.ofMinutes(111), 2, 4);
        }
        assertRight("completed");
    }

    @Test
    void rowsThatAreAheadOfTheStateAreFoldedOn() throws Exception {
        OperatorSubtaskState checkpoint;
        try (Harness fold = new Harness(null)) {
            fold.receive(0, 1);
            checkpoint = fold.checkpoint();
            fold.receive(1, 3);
        }
        try (Harness restored = new Harness(checkpoint)) {
            restored.receive(1, 4); // once more what came after the checkpoint, and what is new
        }
        assertRight("completed");
    }

    /** The version is part of what is kept; here it is changed as an older job would have written it. */
    @Test
    void stateOfAnotherFoldIsFoldedAgain() throws Exception {
        OperatorSubtaskState checkpoint;
        try (Harness fold = new Harness(null)) {
            fold.receive(0, 2);
            fold.age();
            checkpoint = fold.checkpoint();
        }
        execute("UPDATE runs SET fold_version = " + (RunFold.VERSION - 1) + ", state = '{}', current_step = 'of old'");
        try (Harness restored = new Harness(checkpoint)) {
            restored.receive(2, 4);
        }
        assertRight("completed");
    }

    @Test
    void lateEventsAreCountedAndFolded() throws Exception {
        try (Harness fold = new Harness(null)) {
            fold.receive(0, 1);
            fold.receive(3, 4);
            assertThat(fold.late()).isZero();
            fold.receive(1, 3);
            assertThat(fold.late()).as("two, of one key").isEqualTo(2);
        }
        assertRight("completed");
    }

    /** The job ends between the log and the rows; the next event comes to a server. */
    @Test
    void whatWasLoggedOnlyIsFoldedByTheServerThatTakesOver() throws Exception {
        try (Harness fold = new Harness(null)) {
            fold.receive(0, 1);
            fold.logOnly(1, 3);
        }
        try (RealServer server = new RealServer(database, Map.of("take-over", "true"))) {
            assertThat(server.send("POST", "/api/v1/events", "[" + STORY.get(3) + "]")
                            .statusCode())
                    .isEqualTo(200);
            RunningJob.awaitTrue(database, "SELECT unfolded_since IS NULL FROM folded_by");
            RunningJob.awaitTrue(database, RunningJob.NOTHING_WAITS);
        }
        assertRight("completed");
    }

    @Test
    void aCommitThatIsRefusedEndsTheJobForGood() throws Exception {
        try (Harness fold = new Harness(null)) {
            fold.receive(0, 1);
            try (Connection connection = database.dataSource().getConnection()) {
                FoldedBy.SERVER.takeOver(connection);
            }
            assertThatThrownBy(() -> fold.receive(1, 2))
                    .hasStackTraceContaining("Servers have taken the database over: the job stops writing to it.");
        }
        assertThat(RunningJob.isTrue(
                        database,
                        "SELECT (SELECT count(*) FROM event_log) = 1 AND (SELECT next_offset FROM topic_offsets) = 1"))
                .isTrue();
    }

    private void assertRight(String status) throws SQLException {
        assertThat(RunningJob.isTrue(
                        database, "SELECT count(*) = 1 AND min(status::text) = '" + status + "' FROM runs"))
                .isTrue();
        assertThat(new Rebuild(database.dataSource()).run(true, progress -> {}).firstDifferences())
                .isEmpty();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Both operators, the second with a clock that the test moves. */
    private final class Harness implements AutoCloseable {
        private final OneInputStreamOperatorTestHarness<Arrival, ToFold> log;
        private final KeyedOneInputStreamOperatorTestHarness<String, ToFold, Void> fold;
        private final FoldOperator operator = new FoldOperator(settings);
        private final InterceptingOperatorMetricGroup metrics = new InterceptingOperatorMetricGroup();
        private long now;

        Harness(OperatorSubtaskState restored) throws Exception {
            log = new OneInputStreamOperatorTestHarness<>(new LogOperator(settings));
            fold = new KeyedOneInputStreamOperatorTestHarness<>(operator, ToFold::key, Types.STRING, environment());
            if (restored != null) {
                fold.initializeState(restored);
            }
            log.open();
            fold.open();
        }

        /** In which metrics are not forgotten. */
        private MockEnvironment environment() {
            return new MockEnvironmentBuilder()
                    .setMaxParallelism(1)
                    .setMetricGroup(new InterceptingTaskMetricGroup() {
                        @Override
                        public InternalOperatorMetricGroup getOrAddOperator(
                                OperatorID id, String name, Map<String, String> more) {
                            return metrics;
                        }
                    })
                    .build();
        }

        void logOnly(int from, int to) throws Exception {
            for (int i = from; i < to; i++) {
                log.processElement(Sent.workflow(STORY.get(i)).arrival("events", 0, i), 0);
            }
            log.setProcessingTime(log.getProcessingTime() + LINGER_MS);
        }

        void receive(int from, int to) throws Exception {
            logOnly(from, to);
            for (ToFold ready : log.extractOutputValues()) {
                fold.processElement(ready, 0);
            }
            log.getOutput().clear();
            passTo(Duration.ofMillis(now + LINGER_MS));
        }

        void receiveAfter(Duration time, int from, int to) throws Exception {
            passTo(time);
            receive(from, to);
        }

        void passTo(Duration time) throws Exception {
            now = time.toMillis();
            fold.setProcessingTime(now);
        }

        OperatorSubtaskState checkpoint() throws Exception {
            fold.prepareSnapshotPreBarrier(1);
            return fold.snapshot(1, 1);
        }

        void age() throws Exception {
            ValueState<byte[]> kept = operator.getRuntimeContext()
                    .getState(new ValueStateDescriptor<>("run", PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO));
            operator.setCurrentKey(KEY.id().toString());
            kept.update(ByteBuffer.wrap(kept.value().clone())
                    .putInt(Integer.BYTES, RunFold.VERSION - 1)
                    .array());
        }

        int entries() {
            return fold.numKeyedStateEntries();
        }

        long late() {
            return ((Counter) metrics.get("weirLateEvents")).getCount();
        }

        int timers() {
            return fold.numProcessingTimeTimers();
        }

        @Override
        public void close() throws Exception {
            fold.close();
            log.close();
        }
    }
}
