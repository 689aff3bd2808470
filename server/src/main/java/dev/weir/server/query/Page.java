package dev.weir.server.query;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A part of a list, and where it goes on. */
public record Page<T>(List<T> items, @Nullable String next) {
    private static final int DEFAULT_LIMIT = 50;
    private static final int MOST = 1000;

    /** More than the most is answered with the most. */
    public static int limit(@Nullable Long asked) {
        if (asked != null && asked < 1) {
            throw Parameters.bad(Parameter.LIMIT, "must be a whole number above 0");
        }
        return asked == null ? DEFAULT_LIMIT : (int) Math.min(asked, MOST);
    }

    /** @param rows one more than asked for, if there are more */
    public static <T> Page<T> of(List<T> rows, int limit, Function<T, Cursor> cursor) {
        if (rows.size() <= limit) {
            return new Page<>(rows, null);
        }
        List<T> items = List.copyOf(rows.subList(0, limit));
        return new Page<>(items, cursor.apply(items.get(limit - 1)).text());
    }
}
