package dev.weir.server;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.host.Pools;
import dev.weir.store.BehindCommits;
import dev.weir.store.Migrations;
import dev.weir.store.SchemaAge;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The connections of one server: some for reading, a few for the writing threads, and those that questions go over. */
public final class Database implements AutoCloseable {
    private static final int WRITERS =
            9; // two lanes of commits, those that fold and attribute again, two each for steps and failures, one to
    // spare

    private final HikariDataSource reader;
    private final HikariDataSource writer;
    private final @Nullable Replica replica;
    private final Clock clock;

    /** Migrated before anyone gets to see it: the writers' connections already need its tables. */
    Database(String jdbcUrl, Settings settings, Clock clock) throws SQLException {
        this.clock = clock;
        Ownership ownership = Ownership.of(settings);
        reader = Pools.readers("weir-read", jdbcUrl, settings.dbPool());
        HikariDataSource writers = null;
        try {
            ownership.check(reader);
            refuseIfNewer();
            Migrations.apply(reader);
            ownership.claim(reader);
            Migrations.ensurePartitions(reader, clock);
            writers = Pools.writers("weir-write", jdbcUrl, WRITERS, ownership.host());
            writer = writers;
            replica = settings.readDb().isPresent()
                    ? new Replica(settings.readDb().get(), reader, settings.dbPool())
                    : null;
        } catch (SQLException | RuntimeException e) {
            if (writers != null) {
                writers.close();
            }
            reader.close();
            throw e;
        }
    }

    /** What a later version has changed would be written as it no longer is. */
    private void refuseIfNewer() {
        if (SchemaAge.of(reader) == SchemaAge.NEWER) {
            throw new CannotStart(
                    "The schema of the database is newer than this Weir: start the version that it was last"
                            + " used with, or a later one.");
        }
    }

    /** For statements that are part of the work, and write or have to see what was just written. */
    public DataSource reader() {
        return reader;
    }

    public DataSource writer() {
        return writer;
    }

    /** For what people and programs ask, which may be a moment old: they go to the replica, if there is one. */
    public DataSource questions() {
        return replica == null ? reader : replica.questions();
    }

    /** The moment that answers tell of: nothing is overdue or silent only because a replica has not heard of it yet. */
    public Clock asOf() {
        Replica asked = replica;
        return asked == null
                ? clock
                : new ShiftedClock(clock, () -> Duration.ofMillis(asked.state().answersLagMs()));
    }

    /** Waits, but not for long, until questions find what was committed before. */
    public void awaitShown() {
        if (replica != null) {
            replica.awaitShown();
        }
    }

    /** Work behind the commits is done on the database itself: it has to get to where questions go, too. */
    public BehindCommits seenByQuestions(BehindCommits work) {
        return replica == null ? work : work.seenIn(questions());
    }

    public Optional<Replica> replica() {
        return Optional.ofNullable(replica);
    }

    @Override
    public void close() {
        if (replica != null) {
            replica.close();
        }
        writer.close();
        reader.close();
    }
}
