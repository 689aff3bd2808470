package dev.weir.flink;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What the job reads from. The source would find out the same, but says it less clearly. */
final class Brokers {
    private static final int PATIENCE_MS = 5_000;

    private Brokers() {}

    /** @throws CannotFold if they are away, or do not have the topics */
    static void check(JobOptions options) {
        try (Admin admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                options.brokers(),
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                PATIENCE_MS / 2,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                PATIENCE_MS))) {
            admin.describeTopics(options.topics()).allTopicNames().get(2L * PATIENCE_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNull(e.getCause());
            throw cause instanceof UnknownTopicOrPartitionException ? noTopic(options) : away(options, cause);
        } catch (TimeoutException | KafkaException e) {
            throw away(options, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw away(options, e);
        }
    }

    private static CannotFold noTopic(JobOptions options) {
        return CannotFold.yet("The brokers at " + options.brokers() + " do not have the topic "
                + String.join(" or ", options.topics())
                + ": start a server with --kafka, which creates it, or check --topic.");
    }

    private static CannotFold away(JobOptions options, Throwable why) {
        String reason = why.getMessage() == null ? why.toString() : why.getMessage();
        return CannotFold.yet("The brokers at " + options.brokers()
                + " cannot be reached: check --brokers and that they run (" + reason.replaceAll("\\.$", "") + ").");
    }
}
