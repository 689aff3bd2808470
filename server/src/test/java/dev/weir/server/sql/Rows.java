package dev.weir.server.sql;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The little of SQL that the expectations need: conditions, groups, aggregates, order. */
final class Rows {

    private Rows() {}

    static Predicate<Row> has(String column, Object value) {
        return row -> value.equals(row.get(column));
    }

    /** Null stands for any. */
    static Predicate<Row> in(@Nullable String env, @Nullable String service) {
        return row -> (env == null || env.equals(row.get("env")))
                && (service == null || service.equals(row.get("service_key")));
    }

    static Predicate<Row> lately(String column) {
        Instant yesterday = Instant.now().minus(24, ChronoUnit.HOURS);
        return row -> row.get(column) instanceof Instant at && !at.isBefore(yesterday);
    }

    static List<Row> where(List<Row> rows, Predicate<Row> condition) {
        return rows.stream().filter(condition).toList();
    }

    static long count(List<Row> rows, String status) {
        return rows.stream().filter(has("status", status)).count();
    }

    /** One row per group: the columns that it is grouped by, and those that are added. */
    static List<Row> grouped(List<Row> rows, List<String> by, BiConsumer<Row, List<Row>> aggregate) {
        Map<Row, List<Row>> groups =
                rows.stream().collect(Collectors.groupingBy(row -> row.only(by.toArray(String[]::new))));
        List<Row> answer = new ArrayList<>();
        groups.forEach((group, members) -> {
            Row row = group.copy();
            aggregate.accept(row, members);
            answer.add(row);
        });
        return answer;
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

    static List<Row> sorted(List<Row> rows, Comparator<Row> order) {
        return rows.stream().sorted(order).toList();
    }

    /** By texts, which PostgreSQL compares by their letters' numbers here. */
    static Comparator<Row> by(String... columns) {
        Comparator<Row> order = (a, b) -> 0;
        for (String column : columns) {
            order = order.thenComparing(row -> (String) row.get(column));
        }
        return order;
    }

    /** Descending, nulls first, as PostgreSQL does it. */
    static Comparator<Row> latest(String column) {
        return Comparator.comparing(row -> (Instant) row.get(column), Comparator.nullsFirst(Comparator.reverseOrder()));
    }

    static <T extends Comparable<T>> Comparator<Row> most(Class<T> type, String column) {
        return Comparator.comparing(row -> type.cast(row.get(column)), Comparator.reverseOrder());
    }
}
