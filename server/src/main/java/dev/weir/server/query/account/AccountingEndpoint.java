package dev.weir.server.query.account;

import dev.weir.server.access.Scope;
import dev.weir.server.query.Page;
import dev.weir.server.query.VisibleSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** received = accepted + duplicates + ignored + rejected, per source. */
@RestController
final class AccountingEndpoint {
    private static final String SELECT = """
            SELECT s.env, s.service_key, a.credential, sum(a.received), sum(a.accepted), sum(a.duplicates), sum(a.ignored),
                   sum(a.rejected), max(a.last_event_at)
            FROM accounting a JOIN sources s ON s.source = a.source
            WHERE a.source = ANY(?)
            GROUP BY s.env, s.service_key, a.credential
            ORDER BY s.env, s.service_key, a.credential
            """;

    private final DataSource database;

    AccountingEndpoint(DataSource database) {
        this.database = database;
    }

    record Account(
            String env,
            String serviceKey,
            String credential,
            long received,
            long accepted,
            long duplicates,
            long ignored,
            long rejected,
            @Nullable Instant lastEventAt) {}

    @GetMapping("/api/v1/accounting")
    Page<Account> accounting(Scope scope) throws SQLException {
        List<Account> accounts = new ArrayList<>();
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setArray(1, VisibleSource.numbers(connection, VisibleSource.of(connection, scope)));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Timestamp last = row.getTimestamp(9);
                    accounts.add(new Account(
                            row.getString(1),
                            row.getString(2),
                            row.getString(3),
                            row.getLong(4),
                            row.getLong(5),
                            row.getLong(6),
                            row.getLong(7),
                            row.getLong(8),
                            last == null ? null : last.toInstant()));
                }
            }
        }
        return new Page<>(accounts, null);
    }
}
