package dev.weir.server.query.run;

import dev.weir.core.event.Ids;
import dev.weir.server.query.Utf8Order;
import java.util.Arrays;
import java.util.Comparator;

/** What lists of runs can be ordered by. */
enum RunSort {
    STARTED("started", false),
    ENDED("ended", false),
    LAST_EVENT("lastEvent", false),
    CREATED("created", false),
    DURATION("duration", false),
    STEPS("steps", false),
    NAME("name", true),
    STATUS("status", true),
    ENV("env", true),
    SERVICE("service", true),
    ID("id", false),
    EXECUTION("execution", false),
    ERROR("error", false);

    /** More of an error than tells it from others would only make cursors long. */
    static final int ERROR_CHARACTERS = 200;

    private final String label;
    /** Runs that agree in it come newest first, in either direction. */
    final boolean grouped;

    RunSort(String label, boolean grouped) {
        this.label = label;
        this.grouped = grouped;
    }

    String label() {
        return label;
    }

    /** Ordered by a text that each run has for itself. */
    boolean isByOwnText() {
        return this == ID || this == EXECUTION || this == ERROR;
    }

    /** Ended runs may have no value, too. */
    boolean hasEndedWithout() {
        return this == EXECUTION || this == ERROR;
    }

    static RunSort of(String label) {
        return Arrays.stream(values())
                .filter(sort -> sort.label.equals(label))
                .findFirst()
                .orElseThrow();
    }

    /** The order of a list: what has no value comes last in either direction. */
    Comparator<RunPosition> order(boolean descending) {
        Comparator<RunPosition> text =
                directed(Comparator.comparing(RunPosition::text, Utf8Order::compare), descending);
        Comparator<RunPosition> value = directed(Comparator.comparingLong(RunPosition::value), descending || grouped);
        Comparator<RunPosition> id = directed(
                Comparator.comparing(RunPosition::id, Ids::compareUnsigned).thenComparingInt(RunPosition::seq),
                descending || grouped);
        return Comparator.comparing(RunPosition::absent)
                .thenComparing(text)
                .thenComparing(value)
                .thenComparing(id);
    }

    private static <T> Comparator<T> directed(Comparator<T> order, boolean descending) {
        return descending ? order.reversed() : order;
    }
}
