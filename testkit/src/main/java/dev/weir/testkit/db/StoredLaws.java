package dev.weir.testkit.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.store.Rebuild;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * What the database of every host has to keep, whatever it was sent and in whatever order, once nothing waits any more.
 *
 * <ul>
 *   <li><b>rebuild</b>: folding the log again gives the rows that are there;
 *   <li><b>accounting</b>: received = accepted + duplicates + ignored + rejected, and what was accepted or ignored is in the
 *       log, once.
 * </ul>
 */
public final class StoredLaws {
    private static final String ACCOUNTS = """
            SELECT count(*) FILTER (WHERE received <> accepted + duplicates + ignored + rejected), sum(accepted + ignored),
                   (SELECT count(*) FROM event_log), (SELECT count(DISTINCT id) FROM event_log)
            FROM accounting
            """;

    private StoredLaws() {}

    public static void rebuild(DataSource database) throws SQLException {
        Rebuild.Report report = new Rebuild(database).run(true, progress -> {});
        assertThat(report.firstDifferences()).as("rebuild: what differs").isEmpty();
        assertThat(report.waiting()).as("rebuild: keys that wait").isZero();
    }

    /** For a log that has nothing but events of workflows, all of them sent by way of a host. */
    public static void accounting(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(ACCOUNTS)) {
            row.next();
            assertThat(row.getLong(1)).as("accounting: sums that are wrong").isZero();
            assertThat(row.getLong(3))
                    .as("accounting: events in the log")
                    .isEqualTo(row.getLong(2))
                    .as("accounting: ids in the log")
                    .isEqualTo(row.getLong(4));
        }
    }
}
