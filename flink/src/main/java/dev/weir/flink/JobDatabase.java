package dev.weir.flink;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import dev.weir.host.Pools;
import dev.weir.store.FoldedBy;
import dev.weir.store.SchemaAge;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

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
     * For whoever starts the job: nothing is changed here, and nothing is taken before all else is known to be there.
     *
     * @param takeOver servers that folded it are gone for good
     */
    static void check(JobSettings settings, boolean takeOver) {
        ask(settings, database -> {
            checkSchema(database);
            try (Connection connection = database.getConnection()) {
                refuse(takeOver ? null : FoldedBy.owner(connection));
            }
        });
    }

    /** Once, when the job is started: a job that starts again after a failure takes nothing back. */
    static void takeOver(JobSettings settings) {
        ask(settings, database -> claim(database, true));
    }

    private interface Question {
        void ask(DataSource database) throws SQLException;
    }

    private static void ask(JobSettings settings, Question question) {
        try (HikariDataSource reader = reach(settings.db(), "weir-flink-check")) {
            question.ask(reader);
        } catch (SQLException e) {
            throw silent(e);
        }
    }

    private static CannotFold silent(SQLException e) {
        return CannotFold.yet("The database does not say who folds it: " + e.getMessage());
    }

    /**
     * @param name what the database shows the connections as
     * @param writers how many transactions are written side by side
     */
    static JobDatabase open(JobSettings settings, String name, int writers) {
        HikariDataSource reader = reach(settings.db(), name);
        try {
            checkSchema(reader);
            claim(reader, false);
            return new JobDatabase(reader, Pools.writers(name, settings.db(), writers, FoldedBy.FLINK));
        } catch (SQLException e) {
            reader.close();
            throw silent(e);
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
            case NEWER -> throw CannotFold.newerSchema();
            case SAME -> {}
        }
    }

    private static void claim(DataSource database, boolean takeOver) throws SQLException {
        try (Connection connection = database.getConnection()) {
            refuse(takeOver ? FoldedBy.FLINK.takeOver(connection) : FoldedBy.FLINK.claim(connection));
        }
    }

    private static void refuse(@Nullable FoldedBy owner) {
        if (owner == FoldedBy.SERVER) {
            throw CannotFold.forGood("Servers fold what this database has: give the job another one, or, once they are"
                    + " gone for good, start it with --take-over.");
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
