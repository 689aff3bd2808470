package dev.weir.server.project;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** Looks at records of a topic without taking them. To be used by one thread. */
final class WaitingRecords implements AutoCloseable {
    private static final Duration A_MOMENT = Duration.ofMillis(200);
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(2);

    private final String topic;
    private final KafkaConsumer<byte[], byte[]> consumer;

    WaitingRecords(String brokers, String topic) {
        this.topic = topic;
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        brokers,
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest", // what was removed by now is not waiting
                        ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                        1, // a broker sends at least one batch all the same
                        ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                        (int) A_MOMENT.toMillis()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /**
     * When the brokers were given the oldest of the first records from these offsets on.
     *
     * @param from the offsets by partition
     * @return null if there is none
     */
    @Nullable
    Instant oldest(Map<Integer, Long> from) {
        Map<TopicPartition, Long> places = from.entrySet().stream()
                .collect(Collectors.toMap(entry -> new TopicPartition(topic, entry.getKey()), Map.Entry::getValue));
        consumer.assign(places.keySet());
        places.forEach(consumer::seek);
        Set<TopicPartition> unseen = new HashSet<>(places.keySet());
        long oldest = Long.MAX_VALUE;
        long deadline = System.nanoTime() + PATIENCE_NS;
        while (!unseen.isEmpty() && System.nanoTime() < deadline) {
            ConsumerRecords<byte[], byte[]> records = consumer.poll(A_MOMENT);
            for (TopicPartition partition : records.partitions()) {
                if (unseen.remove(partition)) {
                    oldest = Math.min(oldest, records.records(partition).get(0).timestamp());
                }
            }
            consumer.pause(records.partitions());
        }
        return oldest == Long.MAX_VALUE ? null : Instant.ofEpochMilli(oldest);
    }

    @Override
    public void close() {
        consumer.close();
    }
}
