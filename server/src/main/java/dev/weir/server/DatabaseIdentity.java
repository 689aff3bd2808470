package dev.weir.server;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * What tells a database from others, and a replica from what it is a replica of.
 *
 * @param system given to a cluster when it is made, and to nothing but copies of it again
 * @param migrations how many it has seen
 */
record DatabaseIdentity(long system, long database, boolean inRecovery, int migrations) {
    private static final String SELECT = """
            SELECT c.system_identifier, d.oid, pg_is_in_recovery(), to_regclass('public.flyway_schema_history') IS NOT NULL
            FROM pg_control_system() c, pg_database d WHERE d.datname = current_database()
            """;
    private static final String MIGRATIONS =
            "SELECT coalesce(max(installed_rank), 0) FROM public.flyway_schema_history";

    static DatabaseIdentity of(Connection connection) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(SELECT)) {
            row.next();
            int migrations = row.getBoolean(4) ? migrations(connection) : 0;
            return new DatabaseIdentity(row.getLong(1), row.getLong(2), row.getBoolean(3), migrations);
        }
    }

    private static int migrations(Connection connection) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(MIGRATIONS)) {
            row.next();
            return row.getInt(1);
        }
    }

    boolean hasOlderSchemaThan(DatabaseIdentity primary) {
        return migrations < primary.migrations;
    }

    /** Why it cannot be asked in place of the other, in one sentence; null if it can. */
    @Nullable
    String objection(DatabaseIdentity primary) {
        if (!inRecovery) {
            return "The database given with --read-db is no replica, for it is not in recovery: give the URL of a standby of"
                    + " Weir's database, or leave --read-db out.";
        }
        if (system != primary.system || database != primary.database) {
            return "The database given with --read-db is a replica of another database than Weir's: give the URL of a"
                    + " standby of Weir's own, or leave --read-db out.";
        }
        if (hasOlderSchemaThan(primary)) {
            return "The replica given with --read-db has an older schema than Weir's database (" + migrations + " of "
                    + primary.migrations + " migrations): start Weir again once it has caught up, or leave --read-db"
                    + " out.";
        }
        return null;
    }
}
