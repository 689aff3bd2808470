package dev.weir.server.query;

import dev.weir.server.Problem;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.springframework.http.HttpStatus;

/** Answers questions that take several statements from one moment of the database, so that their parts agree. */
public final class OneMoment {
    private static final String PATIENCE = "SET LOCAL statement_timeout = '10s'";
    private static final String QUERY_CANCELLED = "57014";

    private final DataSource database;
    private final String asked;

    /** @param asked of what a range may hold too many */
    public OneMoment(DataSource database, String asked) {
        this.database = database;
        this.asked = asked;
    }

    public interface Question<T> {
        T ask(Connection connection) throws SQLException;
    }

    public <T> T answer(Question<T> question) throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            try (Statement statement = connection.createStatement()) {
                statement.execute(PATIENCE);
                return question.ask(connection);
            } catch (SQLException e) {
                if (QUERY_CANCELLED.equals(e.getSQLState())) {
                    throw tooWide(asked);
                }
                throw e;
            } finally {
                connection.rollback();
            }
        }
    }

    public static Problem tooWide(String asked) {
        return new Problem(
                HttpStatus.BAD_REQUEST,
                "range_too_wide",
                "The range holds more " + asked + " than can be looked at like this: choose a shorter one.");
    }
}
