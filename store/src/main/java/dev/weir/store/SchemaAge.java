package dev.weir.store;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;

/** How the schema of a database compares with that of this version: for whoever uses it and does not migrate it. */
public enum SchemaAge {
    OLDER,
    SAME,
    NEWER;

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
