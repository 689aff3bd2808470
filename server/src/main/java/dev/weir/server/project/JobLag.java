package dev.weir.server.project;

import dev.weir.server.JobState;
import dev.weir.server.JobState.Obstacle;
import dev.weir.server.JobWatch;
import dev.weir.store.FoldedBy;
import dev.weir.store.JobPulse;
import dev.weir.store.TopicOffsets;
import dev.weir.store.TopicOffsets.Part;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToDoubleFunction;
import javax.sql.DataSource;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the job is behind: events that the brokers have and the log does not. Asked for once a second. */
final class JobLag implements JobWatch, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobLag.class);
    private static final Duration GONE_AFTER = Duration.ofSeconds(15); // it says every two that it is there
    private static final long LONGEST_END_S = 5;
    private static final double UNKNOWN = -1;

    private final Topic topic;
    private final DataSource database;
    private final Clock clock;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(work -> new Thread(work, "weir-lag"));
    private volatile JobState state = new JobState(false, null, null, null, null);

    JobLag(Topic topic, DataSource database, Clock clock) {
        this.topic = topic;
        this.database = database;
        this.clock = clock;
    }

    /** Looks once before it returns, so that nobody is told less than is known. */
    void start(MeterRegistry registry) {
        gauge(registry, "weir.job.lag.events", now -> number(now.lagEvents()));
        gauge(registry, "weir.job.lag.seconds", now -> now.lagMs() == null ? UNKNOWN : now.lagMs() / 1000.0);
        gauge(registry, "weir.job.running", now -> now.running() ? 1 : 0);
        look();
        timer.scheduleWithFixedDelay(this::look, 1, 1, TimeUnit.SECONDS);
    }

    private void gauge(MeterRegistry registry, String name, ToDoubleFunction<JobState> value) {
        registry.gauge(name, this, lag -> value.applyAsDouble(lag.state));
    }

    private static double number(@Nullable Long known) {
        return known == null ? UNKNOWN : known;
    }

    @Override
    public JobState state() {
        return state;
    }

    private void look() {
        try (Connection connection = database.getConnection()) {
            state = FoldedBy.owner(connection) == FoldedBy.SERVER
                    ? new JobState(false, null, null, null, Obstacle.TAKEN_OVER)
                    : state(JobPulse.of(connection), TopicOffsets.all(connection));
        } catch (SQLException | RuntimeException e) {
            state = new JobState(state.running(), state.atWork(), null, null, state.obstacle());
            LOG.debug("How far the job is behind is not known: {}", e.getMessage());
        }
    }

    private JobState state(JobPulse pulse, Map<Part, Long> logged) {
        boolean running = pulse.ago() < GONE_AFTER.toMillis();
        try {
            Map<Integer, Long> missing = new HashMap<>();
            long events = 0;
            for (Map.Entry<Integer, Long> end : topic.ends().entrySet()) {
                long known = logged.getOrDefault(new Part(topic.name(), end.getKey()), 0L);
                long next = known > end.getValue() ? 0 : known; // the topic was made anew
                if (next < end.getValue()) {
                    missing.put(end.getKey(), next);
                    events += end.getValue() - next;
                }
            }
            return new JobState(running, pulse.at(), events, waited(missing), null);
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            LOG.debug("How many events the brokers have is not known: {}", e.getMessage());
            return new JobState(running, pulse.at(), null, null, obstacle(e));
        }
    }

    private static Obstacle obstacle(Exception e) {
        return e.getCause() instanceof UnknownTopicOrPartitionException ? Obstacle.TOPIC_GONE : Obstacle.BROKERS_AWAY;
    }

    private @Nullable Long waited(Map<Integer, Long> missing) {
        if (missing.isEmpty()) {
            return 0L;
        }
        Instant oldest = topic.oldest(missing);
        return oldest == null
                ? null
                : Long.valueOf(
                        Math.max(0, Duration.between(oldest, clock.instant()).toMillis()));
    }

    @Override
    public void close() {
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(LONGEST_END_S, TimeUnit.SECONDS)) {
                LOG.debug("The brokers do not answer while Weir stops");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
