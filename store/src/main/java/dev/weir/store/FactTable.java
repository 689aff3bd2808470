package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table with rows that each come from one event alone: added with it, and never changed.
 *
 * @param <T> a row
 */
final class FactTable<T> {
    /**
     * A column of this SQL type.
     *
     * @param sent the type as which its values are sent and compared, if that is another
     */
    record Column<T>(String name, String type, String sent, Function<T, @Nullable Object> value) {
        Column(String name, String type, Function<T, @Nullable Object> value) {
            this(name, type, type, value);
        }
    }

    private final String event;
    private final List<Column<T>> columns;
    private final String add;
    private final String differing;
    private final String remove;
    private final String orphans;

    /** @param event the column with the event's id */
    FactTable(String table, String event, List<Column<T>> columns) {
        this.event = event;
        this.columns = columns;
        String names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
        String arrays =
                columns.stream().map(column -> "?::" + column.sent() + "[]").collect(Collectors.joining(", "));
        String rows = " FROM unnest(" + arrays + ") AS told(" + names + ")";
        add = "INSERT INTO " + table + " (" + names + ") SELECT "
                + columns.stream()
                        .map(column -> column.name() + "::" + column.type())
                        .collect(Collectors.joining(", "))
                + rows + " ON CONFLICT DO NOTHING";
        String compared = columns.stream()
                .map(column -> column.name() + "::" + column.sent())
                .collect(Collectors.joining(", "));
        differing =
                "WITH told AS MATERIALIZED (SELECT " + names + rows + "), stored AS MATERIALIZED (SELECT " + compared
                        + " FROM " + table + " WHERE " + event + " = ANY(?)) SELECT " + event
                        + " FROM ((TABLE told EXCEPT TABLE stored) UNION ALL (TABLE stored EXCEPT TABLE told)) AS d";
        remove = "DELETE FROM " + table + " WHERE " + event + " = ANY(?)";
        orphans = "SELECT DISTINCT " + event + " FROM " + table
                + " f WHERE " + event + " IS NOT NULL AND NOT EXISTS (SELECT FROM event_log l WHERE l.id = f." + event
                + " AND l.month = id_month(f."
                + event + "))";
    }

    void add(Connection connection, Collection<T> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try (PreparedStatement insert = connection.prepareStatement(add)) {
            set(insert, rows);
            insert.executeUpdate();
        }
    }

    private void set(PreparedStatement statement, Collection<T> rows) throws SQLException {
        for (int i = 0; i < columns.size(); i++) {
            Capabilities.set(
                    statement,
                    i + 1,
                    columns.get(i).sent(),
                    rows,
                    columns.get(i).value());
        }
    }

    /** Which of these events have other rows than these. */
    Set<UUID> differing(Connection connection, Collection<T> rows, Collection<UUID> events) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(differing)) {
            set(select, rows);
            Capabilities.set(select, columns.size() + 1, "uuid", events, id -> id);
            try (ResultSet row = select.executeQuery()) {
                return ids(row);
            }
        }
    }

    void remove(Connection connection, Collection<UUID> events) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(remove)) {
            Capabilities.set(delete, 1, "uuid", events, id -> id);
            delete.executeUpdate();
        }
    }

    /** Events that have rows, and that the log does not have. Rows of no event are left alone. */
    Set<UUID> orphans(Connection connection) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(orphans)) {
            return ids(row);
        }
    }

    private Set<UUID> ids(ResultSet row) throws SQLException {
        Set<UUID> ids = new HashSet<>();
        while (row.next()) {
            ids.add(row.getObject(event, UUID.class));
        }
        return ids;
    }
}
