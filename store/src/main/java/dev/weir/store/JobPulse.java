package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When the job that folds a database last said that it is at work. All times are the database's.
 *
 * @param at null if it never did
 * @param ago how long ago that was, in milliseconds
 */
public record JobPulse(@Nullable Instant at, long ago) {
    private static final String BEAT = """
            UPDATE folded_by SET at_work = now(), folded_to = greatest(folded_to, to_timestamp(?::float8 / 1000))
            WHERE host = 'flink'
            """;
    private static final String SELECT = """
            SELECT micros(at_work), (extract(epoch FROM now() - at_work) * 1000)::bigint FROM folded_by
            WHERE host = 'flink' AND at_work IS NOT NULL
            """;

    /**
     * Says that it is.
     *
     * @param foldedTo what it received before then is in the rows; null if it does not know
     * @return false if the database is not a job's any more
     */
    public static boolean beat(Connection connection, @Nullable Instant foldedTo) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(BEAT)) {
            update.setObject(1, foldedTo == null ? null : foldedTo.toEpochMilli(), Types.BIGINT);
            return update.executeUpdate() > 0;
        }
    }

    public static JobPulse of(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT);
                ResultSet row = select.executeQuery()) {
            return row.next()
                    ? new JobPulse(Instant.ofEpochMilli(row.getLong(1) / 1000), row.getLong(2))
                    : new JobPulse(null, Long.MAX_VALUE);
        }
    }
}
