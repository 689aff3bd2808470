package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** What became visible, in order: for those who follow the log. Old commits are forgotten; the log is not. */
public final class Commits {
    /** Where {@code record_commit} says that there is a new one. */
    public static final String CHANNEL = "weir_commits";

    private static final String AFTER = """
            SELECT position, batch, events, keys, heard FROM commits WHERE position > ? ORDER BY position LIMIT ?
            """;

    private Commits() {}

    /**
     * @param keys the runs that it changed
     * @param heard sessions that it told of, and their runs that it did not change
     */
    public record Commit(long position, long batch, int events, List<UUID> keys, List<UUID> heard) {
        /** All that somebody who watches may want to look at again. */
        public Stream<UUID> told() {
            return Stream.concat(keys.stream(), heard.stream());
        }
    }

    public static long newest(Connection connection) throws SQLException {
        return number(connection, "SELECT coalesce(max(position), 0) FROM commits");
    }

    /** The first that is remembered; beyond all positions if none is. */
    public static long oldest(Connection connection) throws SQLException {
        return number(connection, "SELECT coalesce(min(position), 9223372036854775807) FROM commits");
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    public static List<Commit> after(Connection connection, long position, int most) throws SQLException {
        List<Commit> commits = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(AFTER)) {
            select.setLong(1, position);
            select.setInt(2, most);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    commits.add(new Commit(row.getLong(1), row.getLong(2), row.getInt(3), ids(row, 4), ids(row, 5)));
                }
            }
        }
        return commits;
    }

    private static List<UUID> ids(ResultSet row, int column) throws SQLException {
        return List.of((UUID[]) row.getArray(column).getArray());
    }

    public static void forget(Connection connection, long upTo) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM commits WHERE position <= ?")) {
            delete.setLong(1, upTo);
            delete.executeUpdate();
        }
    }
}
