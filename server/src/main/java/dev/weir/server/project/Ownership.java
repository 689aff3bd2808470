package dev.weir.server.project;

import dev.weir.server.CannotStart;
import dev.weir.store.FoldedBy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A database is folded by servers or by a job. */
final class Ownership {
    private Ownership() {}

    static void claim(DataSource database, FoldedBy host, boolean takeOver) throws SQLException {
        try (Connection connection = database.getConnection()) {
            FoldedBy owner = takeOver ? host.takeOver(connection) : host.claim(connection);
            if (owner != host) {
                throw new CannotStart(
                        owner == FoldedBy.FLINK
                                ? "A Flink job folds what this database has: start Weir with --kafka in front of it, or, once"
                                        + " the job is gone for good, with --take-over."
                                : "Servers fold what this database has: start Weir without --kafka, or, once they are gone"
                                        + " for good, with --take-over.");
            }
        }
    }
}
