package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.host.Outcome;
import dev.weir.host.Pools;
import dev.weir.host.Reading;
import dev.weir.host.Recording;
import dev.weir.host.Submission;
import dev.weir.host.Transactions;
import dev.weir.server.JobState;
import dev.weir.server.access.Scope;
import dev.weir.store.FoldedBy;
import dev.weir.store.Migrations;
import dev.weir.store.Sources;
import dev.weir.testkit.db.TestDatabase;
import dev.weir.wire.EventBody;
import dev.weir.wire.EventDecoder;
import dev.weir.wire.EventFamily;
import dev.weir.wire.Limits;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a server in front of a job hands over to brokers, and when it answers. */
class BrokerSinkTest {
    private static final String EVENTS = """
            [{"eventId":"1","type":"workflow.started","timestamp":"2026-01-02T03:04:05Z","env":"production",
              "serviceKey":"orders","workflowId":"w\\u0000","workflowName":"n"}, {"eventId":"2"}]
            """;

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private JobState state = new JobState(true, null, 0L, 0L, null);
    private TestDatabase database;
    private HikariDataSource writer;
    private BrokerSink sink;

    @BeforeEach
    void start() {
        database = new TestDatabase();
        Migrations.apply(database.dataSource());
        writer = Pools.writers("test", database.jdbcUrl(), 1, FoldedBy.FLINK);
        sink = newSink(producer);
    }

    private BrokerSink newSink(Producer<byte[], byte[]> producer) {
        return new BrokerSink(
                producer, () -> state, "events", new Transactions(writer, 5), new Recording(1 << 20, 0), registry);
    }

    @AfterEach
    void stop() {
        sink.close();
        writer.close();
        database.close();
    }

    @Test
    void answersOnceTheBrokersHaveIt() throws Exception {
        CompletableFuture<Outcome> answer = sink.submit(submission());
        assertThat(answer).isNotDone();
        producer.completeNext();

        assertThat(answer.get().queued()).isEqualTo(1);
        assertThat(answer.get().received()).isEqualTo(2);
        ProducerRecord<byte[], byte[]> record = producer.history().get(0);
        Submission sent = submission();
        assertThat(text(record.key()))
                .isEqualTo(String.valueOf(sent.rows().get(0).key()));
        assertThat(record.value()).isEqualTo(sent.rows().get(0).event().payload());
        Map<String, String> headers = new TreeMap<>();
        record.headers().forEach(header -> headers.put(header.key(), text(header.value())));
        assertThat(headers)
                .isEqualTo(Map.of(
                        "weir-org", Scope.LOCAL_ORG.toString(),
                        "weir-family", "workflow",
                        "weir-credential", "local",
                        "weir-env", "production",
                        "weir-service", "orders",
                        "weir-mended", "true"));
    }

    @Test
    void whatIsRejectedIsParkedHere() throws Exception {
        CompletableFuture<Outcome> answer = sink.submit(submission());
        producer.completeNext();
        answer.get();

        assertThat(StoredRows.isEmpty(database.dataSource(), "rejected_events WHERE event_id = '2'"))
                .isFalse();
        assertThat(StoredRows.isEmpty(database.dataSource(), "accounting WHERE received = 1 AND rejected = 1"))
                .isFalse();
        assertThat(StoredRows.isEmpty(database.dataSource(), "event_log")).isTrue();
    }

    @Test
    void countsWhatIsQueuedAndWhatIsRejected() throws Exception {
        CompletableFuture<Outcome> refused = sink.submit(submission());
        producer.errorNext(new TimeoutException("nobody there"));
        assertThatThrownBy(refused::get).hasCauseInstanceOf(Unavailable.class);
        assertThat(count("weir.events", "outcome", "queued")).isZero();

        CompletableFuture<Outcome> answer = sink.submit(submission());
        producer.completeNext();
        answer.get();
        assertThat(count("weir.events", "outcome", "queued")).isEqualTo(1);
        assertThat(count("weir.events.rejected", "code", "missing_field")).isEqualTo(1);
    }

    private double count(String name, String... tags) {
        return registry.get(name).tags(tags).counter().count();
    }

    @Test
    void brokersThatDoNotTakeItMakeTheSenderTryAgain() throws Exception {
        CompletableFuture<Outcome> answer = sink.submit(submission());
        producer.errorNext(new TimeoutException("nobody there"));

        assertThatThrownBy(answer::get).hasCauseInstanceOf(Unavailable.class);
        assertThat(StoredRows.isEmpty(database.dataSource(), "rejected_events"))
                .as("it is parked with the request that is acknowledged")
                .isTrue();
    }

    /** Not even the records that it could still hand over: nobody would read them. */
    @Test
    void nothingIsTakenOnceServersHaveTheDatabase() throws Exception {
        state = new JobState(false, null, null, null, JobState.Obstacle.TAKEN_OVER);

        assertThatThrownBy(sink.submit(submission())::get)
                .hasCauseInstanceOf(Unavailable.class)
                .cause()
                .extracting(cause -> ((Unavailable) cause).reason())
                .isEqualTo("Servers have taken the database over from the job behind this server");
        assertThat(producer.history()).isEmpty();
    }

    /** Each would take as long as the producer is patient. */
    @Test
    void oneEventThatFindsNoBrokerIsEnough() throws Exception {
        AtomicInteger tried = new AtomicInteger();
        Producer<byte[], byte[]> away =
                new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                    @Override
                    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
                        tried.incrementAndGet();
                        throw new TimeoutException("no metadata");
                    }
                };
        Submission one = submission();
        Submission two = new Submission(
                one.org(),
                one.credential(),
                List.of(one.rows().get(0), one.rows().get(0)),
                List.of());
        try (BrokerSink without = newSink(away)) {
            assertThatThrownBy(without.submit(two)::get).hasCauseInstanceOf(Unavailable.class);
        }
        assertThat(tried).hasValue(1);
    }

    @Test
    void whatBrokersHaveNoRoomForIsParked() throws Exception {
        CompletableFuture<Outcome> answer = sink.submit(submission());
        producer.errorNext(new RecordTooLargeException("a megabyte and a half"));

        assertThat(answer.get().queued()).isZero();
        assertThat(answer.get().rejected()).hasSize(2);
        assertThat(StoredRows.isEmpty(database.dataSource(), "rejected_events WHERE code = 'too_large'"))
                .isFalse();
    }

    private Submission submission() throws SQLException {
        Reading reading = new Reading(Limits.DEFAULT, new Sources(database.dataSource()));
        return reading.read(
                new Reading.Sender(Scope.LOCAL_ORG, "local", (env, service) -> true),
                EventFamily.WORKFLOW,
                EventBody.ofJson(EVENTS.getBytes(StandardCharsets.UTF_8), 10),
                EventDecoder.Defaults.NONE,
                System.currentTimeMillis() * 1000);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
