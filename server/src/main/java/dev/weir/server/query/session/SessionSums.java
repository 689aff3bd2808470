package dev.weir.server.query.session;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What can be added up over sessions, whatever they are told apart by. */
final class SessionSums {
    static final String OF_HOURS = """
            sum(sessions), sum(known), sum(success), sum(excused), sum(unexcused), sum(swapped), sum(errors),
            sum(excusable_errors), sum(inversions)
            """;
    static final String OF_ROWS = """
            count(*), count(*) FILTER (WHERE known_stream), count(*) FILTER (WHERE startup_success),
            count(*) FILTER (WHERE startup_excused), count(*) FILTER (WHERE startup_unexcused),
            count(*) FILTER (WHERE session_has_swap), sum(error_count), sum(excusable_error_count), sum(edge_inversions)
            """;

    long sessions;
    long known;
    long success;
    long excused;
    long unexcused;
    long swapped;
    long errors;
    long excusableErrors;
    long inversions;

    /** @param row with one of the lists above after its first column */
    void add(ResultSet row) throws SQLException {
        sessions += row.getLong(2);
        known += row.getLong(3);
        success += row.getLong(4);
        excused += row.getLong(5);
        unexcused += row.getLong(6);
        swapped += row.getLong(7);
        errors += row.getLong(8);
        excusableErrors += row.getLong(9);
        inversions += row.getLong(10);
    }

    void add(SessionSums other) {
        sessions += other.sessions;
        known += other.known;
        success += other.success;
        excused += other.excused;
        unexcused += other.unexcused;
        swapped += other.swapped;
        errors += other.errors;
        excusableErrors += other.excusableErrors;
        inversions += other.inversions;
    }

    /** Of the streams whose request was seen; null where there are none. */
    @Nullable
    Double startupSuccessRate() {
        return rate(success, known);
    }

    @Nullable
    Double swapRate() {
        return rate(swapped, sessions);
    }

    private static @Nullable Double rate(long part, long of) {
        return of == 0 ? null : Double.valueOf((double) part / of);
    }
}
