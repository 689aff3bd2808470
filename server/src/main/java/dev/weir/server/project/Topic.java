package dev.weir.server.project;

import dev.weir.server.CannotStart;
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
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;

/** The topic that events go to, on brokers that were reached. */
final class Topic implements AutoCloseable {
    private static final int PATIENCE_MS = 10_000;

    private final String brokers;
    private final String name;
    private final Admin admin;

    private Topic(String brokers, String name) {
        this.brokers = brokers;
        this.name = name;
        this.admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, brokers,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MS / 2,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, PATIENCE_MS));
    }

    /** Creates it if it is not there. */
    static Topic reach(String brokers, String name, int partitions) {
        Topic topic = new Topic(brokers, name);
        try {
            topic.create(partitions);
            return topic;
        } catch (ExecutionException | TimeoutException e) {
            topic.close();
            throw new CannotStart("The brokers at " + brokers + " cannot be reached or do not give Weir the topic "
                    + name + ": check --kafka and that they run (" + e.getMessage() + ").");
        }
    }

    private void create(int partitions) throws ExecutionException, TimeoutException {
        try {
            get(admin.createTopics(List.of(new NewTopic(name, Optional.of(partitions), Optional.empty())))
                    .all());
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

    private static <T> T get(org.apache.kafka.common.KafkaFuture<T> future)
            throws ExecutionException, TimeoutException {
        try {
            return future.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TimeoutException("interrupted");
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}
