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
    private static final int FILL_SLOT = -3;

    private Migrations() {}

    public static void apply(DataSource database) {
        Flyway.configure()
                .dataSource(database)
                .locations("classpath:db/migration")
                .validateMigrationNaming(true)
                .load()
                .migrate();
        try {
            fillRollUps(database);
        } catch (SQLException e) {
            throw new IllegalStateException("The roll-ups of this version could not be filled: " + e.getMessage(), e);
        }
    }

    /** What is counted of rows that an earlier version stored: as a rebuild would mend it, once. */
    private static void fillRollUps(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            try {
                statement.execute("LOCK TABLE unfilled_roll_ups IN EXCLUSIVE MODE");
                if (statement.executeUpdate("DELETE FROM unfilled_roll_ups WHERE name = 'run_cells'") > 0) {
                    RunCells.differences(connection, FILL_SLOT, true);
                }
                if (statement.executeUpdate("DELETE FROM unfilled_roll_ups WHERE name = 'step_cells'") > 0) {
                    StepCells.differences(connection, FILL_SLOT, true);
                }
                connection.commit();
            } finally {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        }
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
