package dev.weir.server.query.account;

import dev.weir.server.access.Scope;
import dev.weir.server.query.Page;
import dev.weir.store.Retention;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /api/v1/retention}: what is kept for how long, when it was last cleared up, and how much that was. */
@RestController
final class RetentionEndpoint {
    private static final String SELECT = "SELECT job, started_at, took_ms, removed, total FROM retention_runs";

    private final DataSource database;
    private final Retention.Periods periods;

    RetentionEndpoint(DataSource database, Retention.Periods periods) {
        this.database = database;
        this.periods = periods;
    }

    /** @param removed rows, or of signatures those that were disabled */
    record Cleared(Instant at, long tookMs, long removed, long removedInAll) {}

    /** @param last null if it was never cleared up yet */
    record Kept(String relation, long keptSeconds, @Nullable Cleared last) {}

    /** The same for everybody: it tells of the server, and of nobody's data. */
    @GetMapping("/api/v1/retention")
    Page<Kept> retention(Scope scope) throws SQLException {
        Map<String, Cleared> cleared = cleared();
        List<Kept> items = periods.byRelation().entrySet().stream()
                .map(kept -> new Kept(kept.getKey(), kept.getValue().toSeconds(), cleared.get(kept.getKey())))
                .toList();
        return new Page<>(items, null);
    }

    private Map<String, Cleared> cleared() throws SQLException {
        Map<String, Cleared> cleared = new HashMap<>();
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(SELECT);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                cleared.put(
                        row.getString(1),
                        new Cleared(
                                row.getObject(2, OffsetDateTime.class).toInstant(),
                                row.getLong(3),
                                row.getLong(4),
                                row.getLong(5)));
            }
        }
        return cleared;
    }
}
