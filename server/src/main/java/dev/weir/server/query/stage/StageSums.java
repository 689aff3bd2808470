package dev.weir.server.query.stage;

import dev.weir.server.query.Condition;
import dev.weir.server.query.CutRange;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What can be added up over stages, whatever they are told apart by. */
final class StageSums {
    private static final String OF_HOURS = """
            sum(stages), sum(started), sum(completed), sum(pairs), sum(passes), sum(missed), sum(met), sum(without_sla),
            sum(left_out), sum(inverted), sum(inverted_passes), sum(unstarted_passes), sum(spans), sum(reworked),
            sum(extra_starts), sum(first_pass_ms), sum(touch_ms), sum(rework_ms), sum(span_ms), sum(late_ms)
            """;
    private static final String OF_ROWS = """
            count(*), count(first_started_at), count(first_completed_at), count(first_pass_ms), sum(cardinality(pass_ms)),
            count(late_ms),
            count(*) FILTER (WHERE first_pass_ms IS NOT NULL AND earliest_sla_due IS NOT NULL AND late_ms IS NULL),
            count(*) FILTER (WHERE first_pass_ms IS NOT NULL AND earliest_sla_due IS NULL),
            count(*) FILTER (WHERE first_completed_at IS NOT NULL AND first_pass_ms IS NULL),
            count(*) FILTER (WHERE inverted), sum(inverted_passes), sum(unstarted_passes), count(span_ms),
            count(*) FILTER (WHERE starts > 1), sum(greatest(0, starts - 1)), sum(first_pass_ms), sum(touch_ms),
            sum(rework_ms), sum(span_ms), sum(late_ms)
            """;

    long stages;
    long started;
    long completed;
    long pairs;
    long passes;
    long missed;
    long met;
    long withoutSla;
    long leftOut;
    long inverted;
    long invertedPasses;
    long unstartedPasses;
    long spans;
    long reworked;
    long extraStarts;
    long firstPassMs;
    long touchMs;
    long reworkMs;
    long spanMs;
    long lateMs;

    /** By stage or by workflow: whole days and hours from the roll-ups, the rest of the range from rows. */
    static Map<String, StageSums> of(Connection connection, StageFilter filter, Condition where) throws SQLException {
        Map<String, StageSums> groups = new TreeMap<>();
        String group = filter.groupColumn();
        CutRange days = CutRange.of(filter.from(), filter.to(), CutRange.DAY);
        if (days.hasWhole()) {
            Condition whole = where.copy().and("day >= ?", days.firstUnit()).and("day < ?", days.endUnit());
            read(connection, whole, "SELECT " + group + ", " + OF_HOURS + " FROM stage_days WHERE ", groups);
        }
        for (CutRange.Part ofDay : days.parts()) {
            CutRange hours = CutRange.of(ofDay.from(), ofDay.to(), CutRange.HOUR);
            if (hours.hasWhole()) {
                Condition whole =
                        where.copy().and("hour >= ?", hours.firstUnit()).and("hour < ?", hours.endUnit());
                read(connection, whole, "SELECT " + group + ", " + OF_HOURS + " FROM stage_hours WHERE ", groups);
            }
            for (CutRange.Part part : hours.parts()) {
                Condition rows = where.copy().between("at", part.from(), part.to());
                read(connection, rows, "SELECT " + group + ", " + OF_ROWS + " FROM stages WHERE ", groups);
            }
        }
        groups.values().removeIf(sums -> sums.stages == 0);
        return groups;
    }

    private static void read(Connection connection, Condition where, String select, Map<String, StageSums> groups)
            throws SQLException {
        try (PreparedStatement statement = where.prepare(connection, select + where.sql() + " GROUP BY 1");
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                groups.computeIfAbsent(row.getString(1), group -> new StageSums())
                        .add(row);
            }
        }
    }

    private void add(ResultSet row) throws SQLException {
        stages += row.getLong(2);
        started += row.getLong(3);
        completed += row.getLong(4);
        pairs += row.getLong(5);
        passes += row.getLong(6);
        missed += row.getLong(7);
        met += row.getLong(8);
        withoutSla += row.getLong(9);
        leftOut += row.getLong(10);
        inverted += row.getLong(11);
        invertedPasses += row.getLong(12);
        unstartedPasses += row.getLong(13);
        spans += row.getLong(14);
        reworked += row.getLong(15);
        extraStarts += row.getLong(16);
        firstPassMs += row.getLong(17);
        touchMs += row.getLong(18);
        reworkMs += row.getLong(19);
        spanMs += row.getLong(20);
        lateMs += row.getLong(21);
    }

    /** Of all completed stages, also of those without a due time; null where there are none. */
    @Nullable
    Double missRate() {
        return rate(missed, missed + met + withoutSla);
    }

    @Nullable
    Double missRateWithSla() {
        return rate(missed, missed + met);
    }

    /** The share of time that went into rework. */
    @Nullable
    Double reworkShare() {
        return rate(reworkMs, touchMs);
    }

    private static @Nullable Double rate(long part, long of) {
        return of == 0 ? null : Double.valueOf((double) part / of);
    }
}
