package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A table with a number per group, or several, kept by difference in the transaction that writes what is counted. Each writer adds to a
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

    /** Where what is counted is: rows of a group and, from that column on, the numbers. */
    record Rows<G>(String sql, int numberColumn, GroupReader<G> reader) {}

    private final List<Column<G>> columns;
    private final List<String> sums;
    private final String add;
    private final Rows<G> stored;
    private final Rows<G> counted;

    /**
     * @param reader of the columns, in their order
     * @param counted the rows themselves, which the table must agree with
     */
    RollUp(String table, List<Column<G>> columns, GroupReader<G> reader, Rows<G> counted) {
        this(table, columns, List.of("n"), reader, counted);
    }

    /** @param sums the columns of the numbers */
    RollUp(String table, List<Column<G>> columns, List<String> sums, GroupReader<G> reader, Rows<G> counted) {
        this.columns = columns;
        this.sums = sums;
        this.counted = counted;
        String names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
        String arrays =
                columns.stream().map(column -> "?::" + column.type() + "[]").collect(Collectors.joining(", "));
        String numbers = String.join(", ", sums);
        this.add = "INSERT INTO " + table + " AS t (" + names + ", " + numbers + ", slot) SELECT " + names + ", "
                + numbers
                + ", ? FROM unnest(" + arrays + ", ?::int8[]".repeat(sums.size()) + ") AS added(" + names + ", "
                + numbers
                + ") ON CONFLICT (" + names + ", slot) DO UPDATE SET "
                + sums.stream().map(n -> n + " = t." + n + " + excluded." + n).collect(Collectors.joining(", "));
        this.stored = new Rows<>(
                "SELECT " + names + ", "
                        + sums.stream().map(n -> "sum(" + n + ")").collect(Collectors.joining(", ")) + " FROM " + table
                        + " GROUP BY " + names,
                columns.size() + 1,
                reader);
    }

    void add(Connection connection, int slot, Map<G, Long> differences) throws SQLException {
        Map<G, long[]> sums = new HashMap<>(differences.size() * 2);
        differences.forEach((group, n) -> sums.put(group, new long[] {n}));
        addSums(connection, slot, sums);
    }

    void addSums(Connection connection, int slot, Map<G, long[]> differences) throws SQLException {
        Map<G, long[]> ordered = new TreeMap<>(differences);
        ordered.values().removeIf(RollUp::isZero);
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
            for (int i = 0; i < sums.size(); i++) {
                int sum = i;
                Object[] numbers = ordered.values().stream().map(n -> n[sum]).toArray();
                insert.setArray(parameter++, connection.createArrayOf("int8", numbers));
            }
            insert.executeUpdate();
        }
    }

    private static boolean isZero(long[] numbers) {
        return Arrays.stream(numbers).allMatch(n -> n == 0);
    }

    /** Finds where the numbers are off and, unless only asked to look, adds what is missing. */
    List<String> differences(Connection connection, int slot, boolean mend, Function<G, String> words)
            throws SQLException {
        Map<G, long[]> stored = sums(connection, this.stored);
        Map<G, long[]> actual = sums(connection, counted);
        Map<G, long[]> missing = new TreeMap<>();
        actual.forEach((group, n) -> missing.merge(group, n, (a, b) -> plus(a, b, 1)));
        stored.forEach((group, n) -> missing.put(group, plus(missing.getOrDefault(group, none()), n, -1)));
        missing.values().removeIf(RollUp::isZero);
        if (mend) {
            addSums(connection, slot, missing);
        }
        List<String> found = new ArrayList<>();
        missing.forEach((group, difference) -> {
            for (int i = 0; i < difference.length; i++) {
                if (difference[i] != 0) {
                    String what = sums.size() == 1 ? "" : sums.get(i) + " ";
                    found.add("there are " + actual.getOrDefault(group, none())[i] + " " + what + words.apply(group)
                            + ", the roll-up says " + stored.getOrDefault(group, none())[i]);
                }
            }
        });
        return found;
    }

    private long[] none() {
        return new long[sums.size()];
    }

    private static long[] plus(long[] a, long[] b, long times) {
        long[] sum = a.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += times * b[i];
        }
        return sum;
    }

    private Map<G, long[]> sums(Connection connection, Rows<G> rows) throws SQLException {
        Map<G, long[]> sums = new HashMap<>();
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(rows.sql())) {
            while (row.next()) {
                long[] numbers = none();
                for (int i = 0; i < numbers.length; i++) {
                    numbers[i] = row.getLong(rows.numberColumn() + i);
                }
                sums.merge(rows.reader().read(row), numbers, (a, b) -> plus(a, b, 1));
            }
        }
        return sums;
    }
}
