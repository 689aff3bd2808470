package dev.weir.server.operate;

import dev.weir.server.JobState;
import dev.weir.server.JobWatch;
import dev.weir.server.Problem;
import dev.weir.store.FoldedBy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code /healthz}: the process lives. {@code /readyz}: it can take events and answer questions. */
@RestController
final class HealthEndpoint {
    private static final int PATIENCE_S = 2;

    private final DataSource database;
    private final @Nullable JobWatch job;

    /** @param job null if this server folds */
    HealthEndpoint(DataSource database, @Nullable JobWatch job) {
        this.database = database;
        this.job = job;
    }

    @GetMapping("/healthz")
    Map<String, String> alive() {
        return Map.of("status", "alive");
    }

    @GetMapping("/readyz")
    Map<String, String> ready() {
        try (Connection connection = database.getConnection()) {
            if (connection.isValid(PATIENCE_S)) {
                return job == null ? ready(FoldedBy.owner(connection)) : ready(job.state());
            }
        } catch (SQLException e) {
            // told below: why does not matter to whoever sends traffic here
        }
        throw new Problem(HttpStatus.SERVICE_UNAVAILABLE, "not_ready", "The database does not answer.");
    }

    private static Map<String, String> ready(@Nullable FoldedBy owner) {
        if (owner == FoldedBy.FLINK) {
            throw new Problem(
                    HttpStatus.SERVICE_UNAVAILABLE,
                    "not_ready",
                    "A Flink job has taken the database over: start Weir with --kafka in front of it.");
        }
        return Map.of("status", "ready");
    }

    /** A job that is away makes nobody wait: what it will fold is safe with the brokers. */
    private static Map<String, String> ready(JobState state) {
        JobState.Obstacle obstacle = state.obstacle();
        if (obstacle != null) {
            throw new Problem(HttpStatus.SERVICE_UNAVAILABLE, "not_ready", obstacle.sentence());
        }
        return Map.of("status", "ready", "job", state.words());
    }
}
