package dev.weir.server.project;

import dev.weir.host.Outcome;
import dev.weir.host.Recording;
import dev.weir.host.Submission;
import dev.weir.host.Told;
import dev.weir.host.Transactions;
import dev.weir.store.LogRow;
import dev.weir.store.Parked;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events to a topic, each under the key of its run or session, so that those of one key keep their order, and
 * answers once every in-sync broker has them. If one of a request's events cannot be written the sender is told to send all
 * of them again: those that were are duplicates then.
 */
final class BrokerSink implements EventSink, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerSink.class);
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    private final Producer<byte[], byte[]> producer;
    private final String topic;
    private final Transactions transactions;
    private final Recording recording;

    BrokerSink(Producer<byte[], byte[]> producer, String topic, Transactions transactions, Recording recording) {
        this.producer = producer;
        this.topic = topic;
        this.transactions = transactions;
        this.recording = recording;
    }

    static Producer<byte[], byte[]> producer(String brokers) {
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
                        20_000),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    @Override
    public CompletableFuture<Outcome> submit(Submission submission) {
        try {
            park(submission);
        } catch (SQLException e) {
            LOG.error("What was rejected of a request could not be parked: {}", e.getMessage());
            return CompletableFuture.failedFuture(new Unavailable("The database did not take what was rejected"));
        }
        List<CompletableFuture<Void>> sent = new ArrayList<>(submission.rows().size());
        for (LogRow row : submission.rows()) {
            sent.add(send(submission, row));
        }
        Outcome outcome = Outcome.queued(
                sent.size(),
                submission.rejected().stream().map(Parked.Row::rejection).toList());
        return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).thenApply(all -> outcome);
    }

    private CompletableFuture<Void> send(Submission submission, LogRow row) {
        CompletableFuture<Void> sent = new CompletableFuture<>();
        try {
            producer.send(record(submission, row), (metadata, failure) -> {
                if (failure == null) {
                    sent.complete(null);
                } else {
                    sent.completeExceptionally(unavailable(failure));
                }
            });
        } catch (KafkaException e) { // such as no room in its buffer
            sent.completeExceptionally(unavailable(e));
        }
        return sent;
    }

    private static Unavailable unavailable(Exception failure) {
        LOG.warn("The brokers did not take an event: {}", failure.getMessage());
        return new Unavailable("The brokers did not take the events");
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

    /** A job never hears of what is rejected here, so it is accounted for here. */
    private synchronized void park(Submission submission) throws SQLException {
        if (submission.rejected().isEmpty()) {
            return;
        }
        Submission rejected =
                new Submission(submission.org(), submission.credential(), List.of(), submission.rejected());
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
    }

    /** Writes what was handed over. */
    @Override
    public void close() {
        producer.close(LONGEST_END);
    }
}
