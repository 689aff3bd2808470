package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.host.SqlState;
import dev.weir.store.Batches;
import dev.weir.store.FoldedBy;
import dev.weir.store.Migrations;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of commits, and of connections, when the other kind of host takes a database over. */
class TakeOverTest {
    private static final String WAITS =
            "pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database"
                    + " WHERE datname = current_database())";
    private static final long PATIENCE_S = 30;

    private final TestDatabase database = new TestDatabase();

    @BeforeEach
    void migrate() {
        Migrations.apply(database.dataSource());
    }

    @AfterEach
    void drop() {
        database.close();
    }

    @Test
    void aCommitOnItsWayIsWaitedForAndTheNextIsRefused() throws Exception {
        take(FoldedBy.FLINK);
        try (Connection job = database.dataSource().getConnection()) {
            job.setAutoCommit(false);
            try (Statement statement = job.createStatement()) {
                statement.execute(FoldedBy.FLINK.introduction());
            }
            Batches.record(job, 1, 0, List.of());
            CompletableFuture<Void> taking = CompletableFuture.runAsync(() -> take(FoldedBy.SERVER));
            await(() -> !StoredRows.isEmpty(database.dataSource(), WAITS));
            assertThat(taking).isNotDone();
            job.commit();
            taking.get(PATIENCE_S, TimeUnit.SECONDS);

            assertThat(StoredRows.isEmpty(database.dataSource(), "commits WHERE batch = 1"))
                    .isFalse();
            assertThatThrownBy(() -> Batches.record(job, 2, 0, List.of()))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(SqlState.isTakenOver(e)).isTrue());
        }
    }

    @Test
    void aServerWritesNothingWhileTheDatabaseIsAJobs() throws Exception {
        take(FoldedBy.SERVER);
        try (Tenure tenure = new Tenure(database.dataSource())) {
            tenure.start();
            assertThat(isRefused(tenure)).isFalse();
            take(FoldedBy.FLINK);
            await(() -> isRefused(tenure));
            take(FoldedBy.SERVER);
            await(() -> !isRefused(tenure));
        }
    }

    private boolean isRefused(Tenure tenure) throws SQLException {
        try (Connection connection = tenure.during(database.dataSource()).getConnection()) {
            return connection.isClosed();
        } catch (SQLException e) {
            assertThat(SqlState.isTakenOver(e)).isTrue();
            return true;
        }
    }

    private void take(FoldedBy host) {
        try (Connection connection = database.dataSource().getConnection()) {
            host.takeOver(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private interface Condition {
        boolean holds() throws SQLException;
    }

    private static void await(Condition condition) throws SQLException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("it has not come to pass in time").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
