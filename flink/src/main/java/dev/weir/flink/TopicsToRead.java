package dev.weir.flink;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What the job is to read: looked for once, so that who starts it is told at once what is missing. */
final class TopicsToRead {
    private static final int PATIENCE_MS = 10_000;

    private TopicsToRead() {}

    static void check(String brokers, List<String> topics) {
        try (Admin admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, brokers,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MS / 2,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, PATIENCE_MS))) {
            admin.describeTopics(topics).allTopicNames().get(2L * PATIENCE_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof UnknownTopicOrPartitionException
                    ? new CannotFold("The brokers at " + brokers + " have no topic " + String.join(" or ", topics)
                            + ": start a server in front of them, which makes it, or give the job another --topic.")
                    : unreachable(brokers, e);
        } catch (TimeoutException | KafkaException e) {
            throw unreachable(brokers, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable(brokers, e);
        }
    }

    private static CannotFold unreachable(String brokers, Exception e) {
        Throwable why = e.getCause() == null ? e : e.getCause();
        return new CannotFold("The brokers at " + brokers + " cannot be reached: check --brokers and that they run ("
                + why.getMessage() + ").");
    }
}
