package dev.weir.flink;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.weir.host.Pools;
import dev.weir.store.FoldedBy;
import dev.weir.store.SchemaAge;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The connections of one operator, to a database that has the job's schema and is the job's to fold. The servers in front
 * migrate it, never the job: they are what people start first, and one at a time.
 */
final class JobDatabase implements AutoCloseable {
    private final HikariDataSource reader;
    private final HikariDataSource writer;

    private JobDatabase(HikariDataSource reader, HikariDataSource writer) {
        this.reader = reader;
        this.writer = writer;
    }

    /**
     * @param name what the database shows the connections as
     * @param writers how many transactions are written side by side
     */
    static JobDatabase open(JobSettings settings, String name, int writers) {
        HikariDataSource reader = reach(settings.db(), name);
        try {
            checkSchema(reader);
            claim(reader, settings.takeOver());
            return new JobDatabase(reader, Pools.writers(name, settings.db(), writers, FoldedBy.FLINK));
        } catch (SQLException e) {
            reader.close();
            throw CannotFold.yet("The database does not say who folds it: " + e.getMessage());
        } catch (RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    private static HikariDataSource reach(String db, String name) {
        try {
            return Pools.readers(name + "-read", db, 2);
        } catch (PoolInitializationException e) {
            throw CannotFold.yet(
                    "The database cannot be reached: check --db and that it runs (" + e.getMessage() + ").");
        }
    }

    private static void checkSchema(DataSource database) {
        switch (SchemaAge.of(database)) {
            case OLDER ->
                throw CannotFold.yet("The schema of the database is older than the job: start a server of this version"
                        + " in front of it, which brings it up to date.");
            case NEWER ->
                throw CannotFold.forGood(
                        "The schema of the database is newer than the job: stop the job with a savepoint"
                                + " and start that of the servers' version from it.");
            case SAME -> {}
        }
    }

    private static void claim(DataSource database, boolean takeOver) throws SQLException {
        try (Connection connection = database.getConnection()) {
            FoldedBy owner = takeOver ? FoldedBy.FLINK.takeOver(connection) : FoldedBy.FLINK.claim(connection);
            if (owner != FoldedBy.FLINK) {
                throw CannotFold.forGood(
                        "Servers fold what this database has: give the job another one, or, once they are"
                                + " gone for good, start it with --take-over.");
            }
        }
    }

    DataSource reader() {
        return reader;
    }

    DataSource writer() {
        return writer;
    }

    @Override
    public void close() {
        writer.close();
        reader.close();
    }
}
