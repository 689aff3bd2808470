package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which kind of host folds what a database has: one at a time, as neither would see what the other has not folded yet. It
 * is the one that came first, until somebody who knows that it is gone says otherwise.
 */
public enum FoldedBy {
    SERVER,
    FLINK;

    private static final String CLAIM = "INSERT INTO folded_by (host) VALUES (?) ON CONFLICT (one) DO NOTHING";
    private static final String TAKE_OVER =
            """
            WITH no_commit_on_its_way AS (SELECT pg_advisory_xact_lock(hashtext('weir.commit_position')))
            INSERT INTO folded_by (host) SELECT ? FROM no_commit_on_its_way
            ON CONFLICT (one) DO UPDATE SET host = excluded.host, since = now(), at_work = NULL, folded_to = NULL,
              unfolded_since = CASE folded_by.host
                WHEN 'flink' THEN least(folded_by.unfolded_since,
                                        coalesce(folded_by.folded_to, folded_by.since) - interval '5 minutes')
                ELSE folded_by.unfolded_since END
            WHERE folded_by.host <> excluded.host
            """; // those minutes are for machines whose clocks differ: folding too much again costs time only

    /** To be said by connections that write what this kind of host folds; see {@code record_commit}. */
    public String introduction() {
        return "SET weir.host = '" + label() + "'";
    }

    private String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Takes the database for this kind of host, if it is no other's.
     *
     * @return whose it is
     */
    public FoldedBy claim(Connection connection) throws SQLException {
        return write(connection, CLAIM);
    }

    /**
     * Takes it whosever it is: what the other kind has not committed by now, it never will. What a job has logged and may not
     * have folded is left to {@link PendingFolds#askLeftOver}.
     */
    public FoldedBy takeOver(Connection connection) throws SQLException {
        return write(connection, TAKE_OVER);
    }

    /** Whose it is; null if nobody's, or if its schema is older than the question. */
    public static @Nullable FoldedBy owner(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery("SELECT to_regclass('folded_by') IS NOT NULL")) {
                row.next();
                if (!row.getBoolean(1)) {
                    return null;
                }
            }
            return owner(statement);
        }
    }

    private static @Nullable FoldedBy owner(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT host FROM folded_by")) {
            return row.next() ? valueOf(row.getString(1).toUpperCase(Locale.ROOT)) : null;
        }
    }

    private FoldedBy write(Connection connection, String sql) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(sql);
                Statement statement = connection.createStatement()) {
            insert.setString(1, label());
            insert.executeUpdate();
            return Objects.requireNonNull(owner(statement));
        }
    }
}
