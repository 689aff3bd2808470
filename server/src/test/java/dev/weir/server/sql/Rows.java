package dev.weir.server.sql;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A relation, with the little of SQL that the expectations need: conditions, groups, aggregates, order. */
record Rows(List<Row> list) {
    private static final String DESCENDING = " DESC";

    static Predicate<Row> has(String column, Object value) {
        return row -> value.equals(row.get(column));
    }

    Rows where(Predicate<Row> condition) {
        return new Rows(list.stream().filter(condition).toList());
    }

    Rows map(UnaryOperator<Row> change) {
        return new Rows(list.stream().map(change).toList());
    }

    Rows select(List<String> columns) {
        return map(row -> row.only(columns));
    }

    /** One row in so many. */
    Rows every(int nth) {
        return new Rows(IntStream.range(0, list.size())
                .filter(i -> i % nth == 0)
                .mapToObj(list::get)
                .toList());
    }

    int count() {
        return list.size();
    }

    long count(String status) {
        return list.stream().filter(has("status", status)).count();
    }

    List<Long> sortedNumbers(String column) {
        return list.stream().map(row -> (Long) row.get(column)).sorted().toList();
    }

    /** One row per group: the columns that it is grouped by, and those that are added. */
    Rows groupBy(List<String> columns, BiConsumer<Row, Rows> aggregate) {
        Map<Row, List<Row>> groups = list.stream().collect(Collectors.groupingBy(row -> row.only(columns)));
        List<Row> answer = new ArrayList<>();
        groups.forEach((group, members) -> {
            Row row = group.copy();
            aggregate.accept(row, new Rows(members));
            answer.add(row);
        });
        return new Rows(answer);
    }

    /** As PostgreSQL does it: nulls last, or first when descending; texts by their letters' numbers. */
    Rows orderBy(List<String> columns) {
        Comparator<Row> order = (a, b) -> 0;
        for (String column : columns) {
            order = order.thenComparing(
                    column.endsWith(DESCENDING) ? by(name(column)).reversed() : by(column));
        }
        return new Rows(list.stream().sorted(order).toList());
    }

    @SuppressWarnings("unchecked")
    private static Comparator<Row> by(String column) {
        return Comparator.comparing(
                row -> (Comparable<Object>) row.get(column), Comparator.nullsLast(Comparator.naturalOrder()));
    }

    static List<String> names(List<String> order) {
        return order.stream().map(Rows::name).toList();
    }

    private static String name(String column) {
        return column.replace(DESCENDING, "");
    }

    static @Nullable BigDecimal average(List<Long> values) {
        long sum = values.stream().mapToLong(Long::longValue).sum();
        return values.isEmpty()
                ? null
                : BigDecimal.valueOf(sum).divide(BigDecimal.valueOf(values.size()), 40, RoundingMode.HALF_UP);
    }

    /** As percentile_cont: between the two values around that place among them. */
    static @Nullable Double percentile(double fraction, List<Long> sorted) {
        if (sorted.isEmpty()) {
            return null;
        }
        double place = fraction * (sorted.size() - 1);
        double low = sorted.get((int) Math.floor(place));
        double high = sorted.get((int) Math.ceil(place));
        return low + (place - Math.floor(place)) * (high - low);
    }
}
