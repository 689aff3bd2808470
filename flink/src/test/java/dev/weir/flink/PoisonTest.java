package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testkit.db.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Anybody may write anything to a topic: it is parked with a reason, and what stands behind it is folded. */
class PoisonTest {
    private static final String GOOD = """
            {"eventId":"good-1","type":"workflow.started","timestamp":"2026-01-02T03:04:05Z","workflowId":"good",
             "workflowName":"good"}""";
    private static final String OTHER = GOOD.replace("good-1", "good-2").replace("started", "completed");

    @TempDir
    Path savepoints;

    private final List<Arrival> arrivals = new ArrayList<>();

    @Test
    void whatIsNoEventIsParkedAndTheJobGoesOn() throws Exception {
        receive("not JSON at all");
        receive(null);
        receive("{\"eventId\":\"large\",\"x\":\"" + "x".repeat(2 << 20) + "\"}");
        receive(GOOD, "weir-org", "nobody");
        receive(GOOD, "weir-org", "11111111-1111-4111-8111-111111111111");
        receive(GOOD, "weir-family", "poems");
        receive(GOOD, "weir-env", "e".repeat(2000));
        receive(GOOD, "weir-service", "a\0b");
        receive(GOOD, "weir-credential", "\0");
        receive(GOOD.replace("good", "nul\\u0000"));
        receive(GOOD);
        receive(OTHER, "weir-mended", "true");
        try (TestDatabase database = new TestDatabase()) {
            RunningJob.migrate(database);
            Partitions topic = Partitions.of("poison", List.of(arrivals, List.of(), List.of()), 0);
            try (RunningJob job = RunningJob.start(database, topic, RunningJob.options(database))) {
                job.await(arrivals.size(), savepoints);
            }
            assertThat(strings(database, "SELECT code || ': ' || message FROM rejected_events ORDER BY 1"))
                    .containsExactly(
                            "not_an_object: It is not readable as a JSON object.",
                            "not_an_object: It is not readable as a JSON object.",
                            "out_of_range: Its header weir-credential has a NUL character or more than 1000 bytes.",
                            "too_large: It has 2097178 bytes, the limit is 1048576.");
            assertThat(strings(database, "SELECT times::text FROM rejected_events WHERE code = 'out_of_range'"))
                    .as("the same content is parked once, with the last reason")
                    .containsExactly("6");
            assertThat(
                            strings(
                                    database,
                                    "SELECT concat_ws(' ', sum(received), sum(accepted), sum(duplicates), sum(rejected)) FROM accounting"))
                    .containsExactly("12 3 0 9");
            assertThat(strings(database, "SELECT status::text FROM runs WHERE workflow_id = 'good'"))
                    .containsExactly("completed");
            assertThat(strings(database, "SELECT payload->>'eventId' FROM event_log WHERE mended ORDER BY 1"))
                    .containsExactly("good-2", "nul\uFFFD-1");
        }
    }

    private void receive(String value, String... header) {
        RecordHeaders headers = new RecordHeaders();
        if (header.length > 0) {
            headers.add(header[0], header[1].getBytes(StandardCharsets.UTF_8));
        }
        byte[] key = "of something else".getBytes(StandardCharsets.UTF_8);
        byte[] bytes = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
        new ArrivalReader()
                .deserialize(
                        new ConsumerRecord<>(
                                "poison",
                                0,
                                arrivals.size(),
                                -1L,
                                TimestampType.NO_TIMESTAMP_TYPE,
                                0,
                                0,
                                key,
                                bytes,
                                headers,
                                java.util.Optional.empty()),
                        new Collector<>() {
                            @Override
                            public void collect(Arrival arrival) {
                                arrivals.add(arrival);
                            }

                            @Override
                            public void close() {}
                        });
    }

    private static List<String> strings(TestDatabase database, String sql) throws Exception {
        List<String> strings = new ArrayList<>();
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                strings.add(row.getString(1));
            }
        }
        return strings;
    }
}
