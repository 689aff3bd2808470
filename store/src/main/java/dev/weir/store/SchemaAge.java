package dev.weir.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;

/** How the schema of a database compares with that of this version: for whoever uses it and does not migrate it. */
public enum SchemaAge {
    OLDER,
    SAME,
    NEWER;

    /** What it was told of so far, as a number that is cheap to ask for: while it stays, {@link #of} says the same. */
    public static long migrations(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM flyway_schema_history")) {
            row.next();
            return row.getLong(1);
        }
    }

    public static SchemaAge of(DataSource database) {
        MigrationInfoService found = Flyway.configure()
                .dataSource(database)
                .locations("classpath:db/migration")
                .load()
                .info();
        for (MigrationInfo applied : found.applied()) {
            if (applied.getState().isApplied() && !applied.getState().isResolved()) {
                return NEWER;
            }
        }
        return found.pending().length > 0 ? OLDER : SAME;
    }
}
