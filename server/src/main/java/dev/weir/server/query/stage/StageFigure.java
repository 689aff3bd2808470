package dev.weir.server.query.stage;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What of a stage is measured in time.
 *
 * <p>Of passes, the first of each row is read here and those that follow it apart: few stages have more than one.
 */
enum StageFigure {
    FIRST_PASS("first-pass", "first_pass_ms", List.of("first_passes"), sums -> sums.pairs, sums -> sums.firstPassMs),
    PER_PASS(
            "per-pass",
            "pass_ms[1]",
            List.of("first_passes", "other_passes"),
            sums -> sums.passes,
            sums -> sums.touchMs),
    SPAN("span", "span_ms", List.of("first_passes", "other_spans"), sums -> sums.spans, sums -> sums.spanMs),
    LATE("late", "late_ms", List.of("late"), sums -> sums.missed, sums -> sums.lateMs);

    final String label;
    private final String value;
    private final List<String> buckets;
    private final ToLongFunction<StageSums> count;
    private final ToLongFunction<StageSums> sum;

    StageFigure(
            String label,
            String value,
            List<String> buckets,
            ToLongFunction<StageSums> count,
            ToLongFunction<StageSums> sum) {
        this.label = label;
        this.value = value;
        this.buckets = buckets;
        this.count = count;
        this.sum = sum;
    }

    static StageFigure of(String label) {
        return Arrays.stream(values())
                .filter(figure -> figure.label.equals(label))
                .findFirst()
                .orElseThrow();
    }

    /** As a column of {@code stages}, which may be null. */
    String value() {
        return value;
    }

    /** All that a row of {@code stages} has of it, as an array. */
    String allValues() {
        return this == PER_PASS ? "pass_ms" : "ARRAY[" + value + "]";
    }

    /** The columns of {@code stage_days} that together have all of them. */
    List<String> buckets() {
        return buckets;
    }

    long count(StageSums sums) {
        return count.applyAsLong(sums);
    }

    long sum(StageSums sums) {
        return sum.applyAsLong(sums);
    }
}
