package dev.weir.store;

import dev.weir.core.stage.StageBuckets;
import dev.weir.store.RollUp.Column;
import dev.weir.store.RollUp.GroupReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A roll-up that also has durations, in buckets. The database adds up numbers, but not buckets: who writes reads those of
 * its own slot, adds to them and writes them back, while nobody else may write to the same slot.
 *
 * @param <G> what is counted together
 */
final class HistogramRollUp<G extends Comparable<G>> {
    private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtext('weir.histograms'), ?)";
    private static final int FETCH_SIZE = 1000;

    /** What is known of one group. */
    record Counts(long[] sums, StageBuckets[] durations) {
        boolean isNothing() {
            return Arrays.stream(sums).allMatch(n -> n == 0)
                    && Arrays.stream(durations).allMatch(StageBuckets::isEmpty);
        }

        void add(Counts other, long times) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] += times * other.sums[i];
            }
            for (int i = 0; i < durations.length; i++) {
                durations[i].add(other.durations[i], times);
            }
        }
    }

    private final List<Column<G>> columns;
    private final List<String> sums;
    private final List<String> histograms;
    private final GroupReader<G> reader;
    private final String existing;
    private final String add;
    private final String all;

    /** @param reader of the columns, in their order */
    HistogramRollUp(
            String table, List<Column<G>> columns, List<String> sums, List<String> histograms, GroupReader<G> reader) {
        this.columns = columns;
        this.sums = sums;
        this.histograms = histograms;
        this.reader = reader;
        String names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
        String own = columns.stream().map(column -> "t." + column.name()).collect(Collectors.joining(", "));
        String arrays =
                columns.stream().map(column -> "?::" + column.type() + "[]").collect(Collectors.joining(", "));
        String numbers = String.join(", ", sums);
        String bytes = String.join(", ", histograms);
        existing = "SELECT " + own + ", " + bytes + " FROM unnest(" + arrays + ") AS wanted(" + names + ") JOIN "
                + table + " t USING (" + names + ") WHERE t.slot = ?";
        add = "INSERT INTO " + table + " AS t (" + names + ", " + numbers + ", " + bytes + ", slot) SELECT " + names
                + ", " + numbers + ", " + bytes + ", ? FROM unnest(" + arrays
                + ", ?::int8[]".repeat(sums.size()) + ", ?::bytea[]".repeat(histograms.size()) + ") AS added("
                + names + ", " + numbers + ", " + bytes + ") ON CONFLICT (" + names + ", slot) DO UPDATE SET "
                + sums.stream().map(n -> n + " = t." + n + " + excluded." + n).collect(Collectors.joining(", "))
                + histograms.stream().map(h -> ", " + h + " = excluded." + h).collect(Collectors.joining());
        all = "SELECT " + names + ", " + numbers + ", " + bytes + " FROM " + table;
    }

    Counts of(Map<G, Counts> counts, G group) {
        return counts.computeIfAbsent(group, any -> none());
    }

    private Counts none() {
        return new Counts(
                new long[sums.size()],
                IntStream.range(0, histograms.size())
                        .mapToObj(i -> new StageBuckets())
                        .toArray(StageBuckets[]::new));
    }

    void add(Connection connection, int slot, Map<G, Counts> differences) throws SQLException {
        Map<G, Counts> ordered = new TreeMap<>(differences);
        ordered.values().removeIf(Counts::isNothing);
        if (ordered.isEmpty()) {
            return;
        }
        lock(connection, slot);
        addStored(connection, slot, ordered);
        try (PreparedStatement insert = connection.prepareStatement(add)) {
            insert.setInt(1, slot);
            int next = setGroups(connection, insert, 2, ordered);
            for (int i = 0; i < sums.size(); i++) {
                int sum = i;
                Object[] numbers = ordered.values().stream()
                        .map(counts -> counts.sums[sum])
                        .toArray();
                insert.setArray(next++, connection.createArrayOf("int8", numbers));
            }
            for (int i = 0; i < histograms.size(); i++) {
                int histogram = i;
                byte[][] bytes = ordered.values().stream()
                        .map(counts -> counts.durations[histogram].bytes())
                        .toArray(byte[][]::new);
                insert.setArray(next++, connection.createArrayOf("bytea", bytes));
            }
            insert.executeUpdate();
        }
    }

    private static void lock(Connection connection, int slot) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(LOCK)) {
            lock.setInt(1, slot);
            lock.execute();
        }
    }

    private int setGroups(Connection connection, PreparedStatement statement, int first, Map<G, Counts> groups)
            throws SQLException {
        int next = first;
        for (Column<G> column : columns) {
            Object[] values = groups.keySet().stream().map(column.value()).toArray();
            statement.setArray(next++, connection.createArrayOf(column.type(), values));
        }
        return next;
    }

    private void addStored(Connection connection, int slot, Map<G, Counts> groups) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(existing)) {
            int next = setGroups(connection, select, 1, groups);
            select.setInt(next, slot);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Counts counts = groups.get(reader.read(row));
                    for (int i = 0; counts != null && i < histograms.size(); i++) {
                        counts.durations[i].add(row.getBytes(columns.size() + 1 + i));
                    }
                }
            }
        }
    }

    /**
     * Finds where the table is off and, unless only asked to look, adds what is missing.
     *
     * @param actual what it should say
     */
    List<String> differences(
            Connection connection, int slot, boolean mend, Map<G, Counts> actual, Function<G, String> words)
            throws SQLException {
        return differences(connection, slot, mend, actual, "true", words);
    }

    /** @param part the condition of the rows that are compared, where a table is too large to be compared at once */
    List<String> differences(
            Connection connection,
            int slot,
            boolean mend,
            Map<G, Counts> actual,
            String part,
            Function<G, String> words)
            throws SQLException {
        Map<G, Counts> stored = stored(connection, part);
        Map<G, Counts> missing = new TreeMap<>();
        actual.forEach((group, counts) -> of(missing, group).add(counts, 1));
        stored.forEach((group, counts) -> of(missing, group).add(counts, -1));
        missing.values().removeIf(Counts::isNothing);
        List<String> found = new ArrayList<>();
        missing.forEach((group, off) -> {
            Counts is = actual.getOrDefault(group, none());
            Counts said = stored.getOrDefault(group, none());
            for (int i = 0; i < off.sums.length; i++) {
                if (off.sums[i] != 0) {
                    found.add("there are " + is.sums[i] + " " + sums.get(i) + " " + words.apply(group)
                            + ", the roll-up says " + said.sums[i]);
                }
            }
            for (int i = 0; i < off.durations.length; i++) {
                if (!off.durations[i].isEmpty()) {
                    found.add("the roll-up of " + histograms.get(i) + " " + words.apply(group)
                            + " is not what the rows say");
                }
            }
        });
        if (mend) {
            add(connection, slot, missing);
        }
        return found;
    }

    private Map<G, Counts> stored(Connection connection, String part) throws SQLException {
        Map<G, Counts> stored = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(all + " WHERE " + part)) {
            select.setFetchSize(FETCH_SIZE);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Counts counts = of(stored, reader.read(row));
                    for (int i = 0; i < sums.size(); i++) {
                        counts.sums[i] += row.getLong(columns.size() + 1 + i);
                    }
                    for (int i = 0; i < histograms.size(); i++) {
                        counts.durations[i].add(row.getBytes(columns.size() + sums.size() + 1 + i));
                    }
                }
            }
        }
        return stored;
    }
}
