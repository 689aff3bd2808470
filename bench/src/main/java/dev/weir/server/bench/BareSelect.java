package dev.weir.server.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The least that an answer about a job can cost here: one row by its key, through the same HTTP, pool and JSON. */
@RestController
final class BareSelect {
    private static final String SELECT =
            "SELECT kind, phase, summary FROM scheduler.first_signal_snapshots WHERE job_id = ?";

    private final DataSource database;

    BareSelect(DataSource database) {
        this.database = database;
    }

    record Row(UUID jobId, String kind, String phase, String summary) {}

    @GetMapping("/bench/bare-select/{jobId}")
    Row row(@PathVariable UUID jobId) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setObject(1, jobId);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return new Row(jobId, row.getString(1), row.getString(2), row.getString(3));
            }
        }
    }
}
