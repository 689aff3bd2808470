package dev.weir.server;

import dev.weir.store.FoldedBy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A database is folded by servers or by a job; who would be the other kind does not start. */
final class Ownership {
    private final FoldedBy host;
    private final boolean takeOver;

    private Ownership(FoldedBy host, boolean takeOver) {
        this.host = host;
        this.takeOver = takeOver;
    }

    static Ownership of(Settings settings) {
        return new Ownership(settings.kafka().isPresent() ? FoldedBy.FLINK : FoldedBy.SERVER, settings.takeOver());
    }

    FoldedBy host() {
        return host;
    }

    /** To be called before the database is migrated: that of the other kind is left as it is. */
    void check(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection()) {
            refuse(takeOver ? host : FoldedBy.owner(connection));
        }
    }

    void claim(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection()) {
            refuse(takeOver ? host.takeOver(connection) : host.claim(connection));
        }
    }

    private void refuse(@Nullable FoldedBy owner) {
        if (owner != null && owner != host) {
            throw new CannotStart(
                    owner == FoldedBy.FLINK
                            ? "A Flink job folds what this database has: start Weir with --kafka in front of it, or, once the"
                                    + " job is gone for good, with --take-over."
                            : "Servers fold what this database has: start Weir without --kafka, or, once they are gone for"
                                    + " good, with --take-over.");
        }
    }
}
