package dev.weir.server.query;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** What people change, each change in one transaction. Whoever asks once it is answered finds it, also where a replica answers. */
public final class Edits {
    private final DataSource writer;
    private final Runnable awaitShown;

    /**
     * @param writer whose connections do not commit by themselves
     * @param awaitShown waits until questions find what was committed before; without a connection of the writer's, which
     *     others need to commit
     */
    public Edits(DataSource writer, Runnable awaitShown) {
        this.writer = writer;
        this.awaitShown = awaitShown;
    }

    public interface Edit<T> {
        T make(Connection connection) throws SQLException;
    }

    public <T> T make(Edit<T> edit) throws SQLException {
        T made = commit(edit);
        awaitShown.run();
        return made;
    }

    private <T> T commit(Edit<T> edit) throws SQLException {
        try (Connection connection = writer.getConnection()) {
            try {
                T made = edit.make(connection);
                connection.commit();
                return made;
            } finally {
                connection.rollback(); // what is committed stays
            }
        }
    }
}
