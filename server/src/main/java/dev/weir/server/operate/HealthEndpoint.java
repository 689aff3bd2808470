package dev.weir.server.operate;

import dev.weir.server.Problem;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code /healthz}: the process lives. {@code /readyz}: it can take events and answer questions. */
@RestController
final class HealthEndpoint {
    private static final int PATIENCE_S = 2;

    private final DataSource database;

    HealthEndpoint(DataSource database) {
        this.database = database;
    }

    @GetMapping("/healthz")
    Map<String, String> alive() {
        return Map.of("status", "alive");
    }

    @GetMapping("/readyz")
    Map<String, String> ready() {
        try (Connection connection = database.getConnection()) {
            if (connection.isValid(PATIENCE_S)) {
                return Map.of("status", "ready");
            }
        } catch (SQLException e) {
            // told below: why does not matter to whoever sends traffic here
        }
        throw new Problem(HttpStatus.SERVICE_UNAVAILABLE, "not_ready", "The database does not answer.");
    }
}
