package dev.weir.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** A topic, and the events of many runs that are sent there as a server in front sends them. */
final class TopicLoad implements AutoCloseable {
    private static final int PARTITIONS = 4;

    private final String topic;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Workload workload;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private int sent;

    /** @param events how many are going to be sent */
    TopicLoad(String brokers, String topic, long events) throws IOException {
        this.topic = topic;
        this.workload = Workload.endingNow(events);
        create(brokers, topic);
        this.producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        brokers,
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        ProducerConfig.COMPRESSION_TYPE_CONFIG,
                        "lz4",
                        ProducerConfig.LINGER_MS_CONFIG,
                        5),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static void create(String brokers, String topic) throws IOException {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, brokers))) {
            admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1)))
                    .all()
                    .get();
        } catch (ExecutionException e) {
            throw new IOException("The broker gives no topic: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The benchmark was interrupted.", e);
        }
    }

    /**
     * Events that are ready to be sent.
     *
     * @param last of each run that they are of
     */
    record Batch(List<GeneratedEvent> events, Map<UUID, GeneratedEvent> last) {}

    /** Made beforehand, so that it costs nothing while it is measured. */
    Batch prepare(int count) {
        List<GeneratedEvent> events = new ArrayList<>(count);
        Map<UUID, GeneratedEvent> last = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            GeneratedEvent event = workload.next(i % Workload.CONNECTIONS);
            events.add(event);
            last.put(event.key(), event);
        }
        return new Batch(events, last);
    }

    /** As fast as the broker takes them; returns when it has them all. */
    void send(Batch batch) throws IOException {
        for (GeneratedEvent event : batch.events()) {
            send(event);
        }
        flush();
    }

    /** The next of the workload, without waiting for anything. */
    void sendNext(int count) {
        prepare(count).events().forEach(this::send);
    }

    void send(GeneratedEvent event) {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, bytes(event.key().toString()), event.payload());
        record.headers()
                .add("weir-org", bytes(StoredRunLoader.ORG.toString()))
                .add("weir-family", bytes("workflow"))
                .add("weir-credential", bytes("local"))
                .add("weir-env", bytes("default"))
                .add("weir-service", bytes("default"))
                .add("weir-mended", bytes("false"));
        producer.send(record, (metadata, problem) -> {
            if (problem != null) {
                failure.set(problem);
            }
        });
        sent++;
    }

    void flush() throws IOException {
        producer.flush();
        Exception problem = failure.get();
        if (problem != null) {
            throw new IOException("The broker did not take an event: " + problem.getMessage(), problem);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    int sent() {
        return sent;
    }

    @Override
    public void close() {
        producer.close();
    }
}
