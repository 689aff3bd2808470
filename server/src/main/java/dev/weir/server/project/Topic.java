package dev.weir.server.project;

import dev.weir.server.CannotStart;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jspecify.annotations.Nullable;

/** The topic that events go to, on brokers that were reached. */
final class Topic implements AutoCloseable {
    private static final int PATIENCE_MS = 10_000;

    private final String brokers;
    private final String name;
    private final Admin admin;
    private final WaitingRecords records;

    private Topic(String brokers, String name) {
        this.brokers = brokers;
        this.name = name;
        this.admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, brokers,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MS / 2,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, PATIENCE_MS));
        this.records = new WaitingRecords(brokers, name);
    }

    /**
     * Creates it if it is not there.
     *
     * @param mostBytes of a record
     */
    static Topic reach(String brokers, String name, int partitions, int mostBytes) {
        try {
            Topic topic = new Topic(brokers, name);
            try {
                topic.create(partitions, mostBytes);
                return topic;
            } catch (ExecutionException | TimeoutException | RuntimeException e) {
                topic.close();
                throw e;
            }
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            throw new CannotStart("The brokers at " + brokers + " cannot be reached or do not give Weir the topic "
                    + name + ": check --kafka and that they run" + because(e) + ".");
        }
    }

    private static String because(Exception e) {
        Throwable cause = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
        return cause.getMessage() == null ? "" : " (" + cause.getMessage().replaceAll("\\.$", "") + ")";
    }

    private void create(int partitions, int mostBytes) throws ExecutionException, TimeoutException {
        NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty())
                .configs(Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, String.valueOf(mostBytes)));
        try {
            get(admin.createTopics(List.of(topic)).all());
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
    }

    String brokers() {
        return brokers;
    }

    String name() {
        return name;
    }

    /** The offset after the last event of each partition. */
    Map<Integer, Long> ends() throws ExecutionException, TimeoutException {
        int partitions = Objects.requireNonNull(
                        get(admin.describeTopics(List.of(name)).allTopicNames()).get(name))
                .partitions()
                .size();
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            asked.put(new TopicPartition(name, partition), OffsetSpec.latest());
        }
        Map<Integer, Long> ends = new HashMap<>();
        get(admin.listOffsets(asked).all()).forEach((partition, end) -> ends.put(partition.partition(), end.offset()));
        return ends;
    }

    /** When the brokers were given the oldest of the records from these offsets on; null if there are none. */
    @Nullable
    Instant oldest(Map<Integer, Long> from) {
        return records.oldest(from);
    }

    private static <T> T get(KafkaFuture<T> future) throws ExecutionException, TimeoutException {
        try {
            return future.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TimeoutException("interrupted");
        }
    }

    @Override
    public void close() {
        records.close();
        admin.close();
    }
}
