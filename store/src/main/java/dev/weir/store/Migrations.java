package dev.weir.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** Brings a database to the schema of this version, and the log's partitions to this month. */
public final class Migrations {
    private static final int MONTHS_AHEAD = 2;

    private Migrations() {}

    public static void apply(DataSource database) {
        Flyway.configure()
                .dataSource(database)
                .locations("classpath:db/migration")
                .validateMigrationNaming(true)
                .load()
                .migrate();
    }

    /** To be called now and then: an event finds a partition without it too, but not one that can go as a whole. */
    public static void ensurePartitions(DataSource database, Clock clock) throws SQLException {
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        int month = today.getYear() * 12 + today.getMonthValue() - 1;
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            for (int wanted = month - 1; wanted <= month + MONTHS_AHEAD; wanted++) {
                statement.execute("SELECT ensure_log_partition(" + wanted + ")");
            }
        }
    }
}
