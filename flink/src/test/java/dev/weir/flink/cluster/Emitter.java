package dev.weir.flink.cluster;

import dev.weir.testkit.EventJson;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.SessionTraffic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends random runs and sessions to a topic without pause, some events twice, until it is closed. */
final class Emitter implements AutoCloseable {
    private static final int WORKFLOWS_AT_A_TIME = 20;
    private static final int SESSIONS_AT_A_TIME = 10;
    private static final UUID ORG = UUID.fromString("00000000-0000-8000-8000-000000000001");

    /** @param id under which it is in the log */
    private record Record(UUID id, String key, String family, String env, String service, String json) {}

    private final String topic;
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicLong delivered = new AtomicLong();
    private final Set<UUID> ids = ConcurrentHashMap.newKeySet();
    private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();
    private final long pauseNanos;
    private final Thread thread;
    private volatile boolean stopping;

    /** @param perSecond about how many events a second */
    Emitter(String brokers, String topic, long seed, int perSecond) {
        this.topic = topic;
        this.pauseNanos = 1_000_000_000L / perSecond;
        this.producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        brokers,
                        ProducerConfig.ACKS_CONFIG,
                        "all",
                        ProducerConfig.LINGER_MS_CONFIG,
                        20,
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        300_000),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        this.thread = new Thread(() -> run(seed), "emitter");
        thread.start();
    }

    private void run(long seed) {
        Random random = new Random(seed);
        while (!stopping) {
            List<Record> records = random.nextInt(3) == 0 ? sessions(random) : runs(random);
            for (int again = records.size() / 10; again > 0; again--) {
                records.add(records.get(random.nextInt(records.size())));
            }
            Collections.shuffle(records, random);
            for (int i = 0; i < records.size() && !stopping; i++) {
                send(records.get(i));
                LockSupport.parkNanos(pauseNanos);
            }
        }
    }

    private static List<Record> runs(Random random) {
        List<Record> records = new ArrayList<>();
        RunHistories.traffic(random.nextLong(), ORG, WORKFLOWS_AT_A_TIME)
                .forEach(sent -> records.add(new Record(
                        sent.event().id(),
                        sent.key().id().toString(),
                        "workflow",
                        sent.key().env(),
                        "default",
                        EventJson.write(sent))));
        return records;
    }

    private static List<Record> sessions(Random random) {
        List<Record> records = new ArrayList<>();
        for (SessionTraffic.Sent sent : SessionTraffic.of(random.nextInt() * 1000L, SESSIONS_AT_A_TIME)) {
            String[] query = (sent.query() + "&service=").split("[&=]", -1);
            String key =
                    sent.event() == null ? sent.id().toString() : sent.event().sessionId();
            records.add(new Record(sent.id(), key, "network", query[1], query[3], sent.json()));
        }
        return records;
    }

    private void send(Record event) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, bytes(event.key()), bytes(event.json()));
        record.headers()
                .add("weir-org", bytes(ORG.toString()))
                .add("weir-family", bytes(event.family()))
                .add("weir-credential", bytes("local"))
                .add("weir-env", bytes(event.env()))
                .add("weir-service", bytes(event.service()));
        producer.send(record, (metadata, failure) -> {
            if (failure == null) {
                ids.add(event.id());
                delivered.incrementAndGet();
            } else {
                failures.add(failure);
            }
        });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** How many the broker has acknowledged. */
    long delivered() {
        return delivered.get();
    }

    /** The events that the broker has, each once. */
    Set<UUID> ids() {
        return new HashSet<>(ids);
    }

    List<Exception> failures() {
        return List.copyOf(failures);
    }

    /** Returns when everything that was sent is acknowledged. */
    @Override
    public void close() throws InterruptedException {
        stopping = true;
        thread.join();
        producer.close();
    }
}
