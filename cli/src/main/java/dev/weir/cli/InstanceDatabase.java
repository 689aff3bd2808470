package dev.weir.cli;

import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** The database behind a Weir, and what has to be stopped when the command is done with it. */
record InstanceDatabase(String jdbcUrl, Runnable whenDone) implements AutoCloseable {

    PGSimpleDataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        try {
            source.setUrl(jdbcUrl);
        } catch (IllegalArgumentException e) { // whose message has it all
            throw new Refusal(
                    Weir.WRONG_USAGE,
                    "--db is no URL of a PostgreSQL: check it; it is not shown here, as it may hold a password.");
        }
        source.setApplicationName("weir");
        source.setConnectTimeout(10);
        return source;
    }

    Connection connect() {
        try {
            return dataSource().getConnection();
        } catch (SQLException e) {
            throw new Refusal(Weir.UNREACHABLE, "The database cannot be reached: " + e.getMessage(), e);
        }
    }

    /** What the database said, in one sentence. */
    static Refusal refusal(SQLException e) {
        ServerErrorMessage detail = e instanceof PSQLException said ? said.getServerErrorMessage() : null;
        if (detail == null) {
            return new Refusal(Weir.NO, "The database did not answer: " + e.getMessage(), e);
        }
        String where = detail.getPosition() > 0 ? ", at character " + detail.getPosition() : "";
        String hint = detail.getHint() == null ? "" : " (" + detail.getHint().replaceAll("\\.$", "") + ")";
        return new Refusal(Weir.NO, "The database says: " + detail.getMessage() + where + hint + ".", e);
    }

    /** It may hold a password. */
    @Override
    public String toString() {
        return "InstanceDatabase";
    }

    @Override
    public void close() {
        whenDone.run();
    }
}
