package dev.weir.server.project;

import dev.weir.host.Outcome;
import dev.weir.host.Recording;
import dev.weir.host.SqlState;
import dev.weir.host.Submission;
import dev.weir.host.Told;
import dev.weir.host.Transactions;
import dev.weir.server.JobState.Obstacle;
import dev.weir.server.JobWatch;
import dev.weir.store.LogRow;
import dev.weir.store.Parked;
import dev.weir.wire.RejectCode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events to a topic, each under the key of its run or session, so that those of one key keep their order, and
 * answers once every in-sync broker has them and what was rejected is parked. If that cannot be done for one of a request's
 * events, the sender is told to send all of them again: those that were written are duplicates then.
 */
final class BrokerSink implements EventSink, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerSink.class);
    private static final Duration LONGEST_END = Duration.ofSeconds(10);
    private static final int AROUND_AN_EVENT = 64 << 10; // its key and headers

    private static final String TAKEN_OVER = "Servers have taken the database over from the job behind this server";

    private final Producer<byte[], byte[]> producer;
    private final JobWatch job;
    private final String topic;
    private final Transactions transactions;
    private final Recording recording;
    private final MeterRegistry registry;
    private final Counter queued;
    /** What a broker's answer is followed by must not hold up the next answer. */
    private final ExecutorService parking = Executors.newSingleThreadExecutor(work -> new Thread(work, "weir-park"));

    BrokerSink(
            Producer<byte[], byte[]> producer,
            JobWatch job,
            String topic,
            Transactions transactions,
            Recording recording,
            MeterRegistry registry) {
        this.producer = producer;
        this.job = job;
        this.topic = topic;
        this.transactions = transactions;
        this.recording = recording;
        this.registry = registry;
        this.queued = registry.counter("weir.events", "outcome", "queued");
    }

    /** How large a record may be, if an event in it may be so large. */
    static int mostBytes(int maxEventBytes) {
        return (int) Math.min(Integer.MAX_VALUE, maxEventBytes + (long) AROUND_AN_EVENT);
    }

    /** @param mostBytes of a record */
    static Producer<byte[], byte[]> producer(String brokers, int mostBytes) {
        return new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        brokers,
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                        true,
                        ProducerConfig.COMPRESSION_TYPE_CONFIG,
                        "lz4",
                        ProducerConfig.LINGER_MS_CONFIG,
                        5,
                        ProducerConfig.MAX_BLOCK_MS_CONFIG,
                        5_000,
                        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        10_000,
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        20_000,
                        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                        mostBytes),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    @Override
    public CompletableFuture<Outcome> submit(Submission submission) {
        if (job.state().obstacle() == Obstacle.TAKEN_OVER) { // nobody would read them
            return CompletableFuture.failedFuture(new Unavailable(TAKEN_OVER));
        }
        List<CompletableFuture<Parked.@Nullable Row>> sent =
                new ArrayList<>(submission.rows().size());
        for (LogRow row : submission.rows()) {
            CompletableFuture<Parked.@Nullable Row> one = send(submission, row);
            sent.add(one);
            if (one.isCompletedExceptionally()) {
                break; // with no broker there, each of thousands would be waited for in vain
            }
        }
        return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new))
                .thenCompose(all -> parked(submission, refused(sent)))
                .thenApply(this::counted);
    }

    /** What the sender is told to send again is counted when it comes again. */
    private Outcome counted(Outcome outcome) {
        queued.increment(outcome.received() - outcome.rejected().size());
        IngestMetrics.countRejected(registry, outcome);
        return outcome;
    }

    /** @return how it is parked if brokers have no room for one of its size, null once they have it */
    private CompletableFuture<Parked.@Nullable Row> send(Submission submission, LogRow row) {
        CompletableFuture<Parked.@Nullable Row> sent = new CompletableFuture<>();
        try {
            producer.send(record(submission, row), (metadata, failure) -> {
                if (failure == null) {
                    sent.complete(null);
                } else {
                    failed(submission, row, failure, sent);
                }
            });
        } catch (KafkaException e) { // such as no room in its buffer
            failed(submission, row, e, sent);
        }
        return sent;
    }

    private static void failed(
            Submission submission, LogRow row, Exception failure, CompletableFuture<Parked.@Nullable Row> sent) {
        if (failure instanceof RecordTooLargeException) {
            sent.complete(submission.rejected(row, RejectCode.TOO_LARGE, "The brokers take no record of its size."));
        } else {
            LOG.warn("The brokers did not take an event: {}", failure.getMessage());
            sent.completeExceptionally(new Unavailable("The brokers did not take the events"));
        }
    }

    private static List<Parked.Row> refused(List<CompletableFuture<Parked.@Nullable Row>> sent) {
        List<Parked.Row> refused = new ArrayList<>(0);
        for (CompletableFuture<Parked.@Nullable Row> one : sent) {
            Parked.Row row = one.join();
            if (row != null) {
                refused.add(row);
            }
        }
        return refused;
    }

    /** A job never hears of what is rejected here, so it is accounted for here. */
    private CompletableFuture<Outcome> parked(Submission submission, List<Parked.Row> refused) {
        List<Parked.Row> rejected = new ArrayList<>(submission.rejected());
        rejected.addAll(refused);
        Outcome outcome = Outcome.queued(
                submission.rows().size() - refused.size(),
                rejected.stream().map(Parked.Row::rejection).toList());
        return rejected.isEmpty()
                ? CompletableFuture.completedFuture(outcome)
                : CompletableFuture.supplyAsync(
                        () -> {
                            park(new Submission(submission.org(), submission.credential(), List.of(), rejected));
                            return outcome;
                        },
                        parking);
    }

    private ProducerRecord<byte[], byte[]> record(Submission submission, LogRow row) {
        Object key = row.key() != null ? row.key() : row.event().id();
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, bytes(key.toString()), row.event().payload());
        record.headers()
                .add("weir-org", bytes(submission.org().toString()))
                .add("weir-family", bytes(row.family().label()))
                .add("weir-credential", bytes(submission.credential()))
                .add("weir-env", bytes(row.event().env()))
                .add("weir-service", bytes(row.event().serviceKey()))
                .add("weir-mended", bytes(Boolean.toString(row.event().mended())));
        return record;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void park(Submission rejected) {
        try {
            transactions.run(new Transactions.Write<Boolean>() {
                @Override
                public Boolean write(Connection connection, long batch, boolean lock) throws SQLException {
                    recording.write(connection, recording.sort(connection, List.of(rejected)));
                    new Told().record(connection, batch);
                    return true;
                }

                @Override
                public void committed(Boolean result, long batch) {}

                @Override
                public void conflict() {}

                @Override
                public void uncertain() {}
            });
        } catch (SQLException e) {
            if (SqlState.isTakenOver(e)) {
                throw new Unavailable(TAKEN_OVER);
            }
            LOG.error("What was rejected of a request could not be parked: {}", e.getMessage());
            throw new Unavailable("The database did not take what was rejected");
        }
    }

    /** Writes what was handed over. */
    @Override
    public void close() {
        producer.close(LONGEST_END);
        parking.shutdown();
    }
}
