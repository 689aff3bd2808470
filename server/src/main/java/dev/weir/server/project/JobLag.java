package dev.weir.server.project;

import dev.weir.store.TopicOffsets;
import dev.weir.store.TopicOffsets.Part;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How many events the brokers have that the log does not: what the job is behind. Asked for once a second. */
public final class JobLag implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobLag.class);

    private final Topic topic;
    private final DataSource database;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(work -> new Thread(work, "weir-lag"));
    private volatile long events = -1;

    JobLag(Topic topic, DataSource database) {
        this.topic = topic;
        this.database = database;
    }

    void register(MeterRegistry registry) {
        registry.gauge("weir.job.lag.events", this, JobLag::events);
        timer.scheduleWithFixedDelay(this::look, 0, 1, TimeUnit.SECONDS);
    }

    /** Negative while it is not known. */
    public long events() {
        return events;
    }

    private void look() {
        try (Connection connection = database.getConnection()) {
            Map<Part, Long> logged = TopicOffsets.all(connection);
            long behind = 0;
            for (Map.Entry<Integer, Long> end : topic.ends().entrySet()) {
                behind += Math.max(0, end.getValue() - logged.getOrDefault(new Part(topic.name(), end.getKey()), 0L));
            }
            events = behind;
        } catch (SQLException | ExecutionException | TimeoutException | RuntimeException e) {
            events = -1;
            LOG.debug("How far the job is behind is not known: {}", e.getMessage());
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
