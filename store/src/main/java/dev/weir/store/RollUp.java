package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A table with a number per group, kept by difference in the transaction that writes what is counted. Each writer adds to a
 * row of its own, its slot, so that writers do not wait for each other: sum over it.
 *
 * @param <G> what is counted together; its order is the one in which every writer locks the rows
 */
final class RollUp<G extends Comparable<G>> {
    /** A column of the group, of this SQL type. */
    record Column<G>(String name, String type, Function<G, Object> value) {}

    /** Reads the group from the first columns of a row. */
    interface GroupReader<G> {
        G read(ResultSet row) throws SQLException;
    }

    /** Where what is counted is: rows of a group and, as the last column, a number. */
    record Rows<G>(String sql, int numberColumn, GroupReader<G> reader) {}

    private final List<Column<G>> columns;
    private final String add;
    private final Rows<G> stored;
    private final Rows<G> counted;

    /**
     * @param reader of the columns, in their order
     * @param counted the rows themselves, which the table must agree with
     */
    RollUp(String table, List<Column<G>> columns, GroupReader<G> reader, Rows<G> counted) {
        this.columns = columns;
        this.counted = counted;
        String names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
        String arrays =
                columns.stream().map(column -> "?::" + column.type() + "[]").collect(Collectors.joining(", "));
        this.add = "INSERT INTO " + table + " AS t (" + names + ", n, slot) SELECT " + names + ", n, ?"
                + " FROM unnest(" + arrays + ", ?::int8[]) AS added(" + names + ", n)"
                + " ON CONFLICT (" + names + ", slot) DO UPDATE SET n = t.n + excluded.n";
        this.stored = new Rows<>(
                "SELECT " + names + ", sum(n) FROM " + table + " GROUP BY " + names, columns.size() + 1, reader);
    }

    void add(Connection connection, int slot, Map<G, Long> differences) throws SQLException {
        Map<G, Long> ordered = new TreeMap<>(differences);
        ordered.values().removeIf(n -> n == 0);
        if (ordered.isEmpty()) {
            return;
        }
        try (PreparedStatement insert = connection.prepareStatement(add)) {
            int parameter = 1;
            insert.setInt(parameter++, slot);
            for (Column<G> column : columns) {
                Object[] values = ordered.keySet().stream().map(column.value()).toArray();
                insert.setArray(parameter++, connection.createArrayOf(column.type(), values));
            }
            insert.setArray(
                    parameter, connection.createArrayOf("int8", ordered.values().toArray()));
            insert.executeUpdate();
        }
    }

    /** Finds where the numbers are off and, unless only asked to look, adds what is missing. */
    List<String> differences(Connection connection, int slot, boolean mend, Function<G, String> words)
            throws SQLException {
        Map<G, Long> stored = sums(connection, this.stored);
        Map<G, Long> actual = sums(connection, counted);
        Map<G, Long> missing = new TreeMap<>(actual);
        stored.forEach((group, n) -> missing.merge(group, -n, Long::sum));
        missing.values().removeIf(n -> n == 0);
        if (mend) {
            add(connection, slot, missing);
        }
        List<String> found = new ArrayList<>();
        for (G group : missing.keySet()) {
            found.add("there are " + actual.getOrDefault(group, 0L) + " " + words.apply(group) + ", the roll-up says "
                    + stored.getOrDefault(group, 0L));
        }
        return found;
    }

    private static <G> Map<G, Long> sums(Connection connection, Rows<G> rows) throws SQLException {
        Map<G, Long> sums = new HashMap<>();
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(rows.sql())) {
            while (row.next()) {
                sums.merge(rows.reader().read(row), row.getLong(rows.numberColumn()), Long::sum);
            }
        }
        return sums;
    }
}
