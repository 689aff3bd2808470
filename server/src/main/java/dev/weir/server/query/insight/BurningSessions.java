package dev.weir.server.query.insight;

import dev.weir.core.insight.Course;
import dev.weir.core.insight.Outcomes;
import dev.weir.core.insight.Sentences;
import dev.weir.core.insight.UsualRate;
import dev.weir.core.insight.UsualWeeks;
import dev.weir.core.run.RunRows;
import dev.weir.server.query.CutRange;
import dev.weir.server.query.insight.Attention.Kind;
import dev.weir.server.query.insight.Attention.Said;
import dev.weir.server.query.insight.Attention.Spark;
import dev.weir.server.query.insight.Attention.Where;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Services of which more live sessions do not start than usual, in the day up to now. */
record BurningSessions(Connection connection, Map<Integer, KnownSource> sources, long now) {
    /** The hour that has begun is in the roll-up, too. OFFSET 0 keeps the weeks apart, as in {@link UsualRuns}. */
    private static final String HOURS = """
            SELECT s.source, w.week, s.hour, sum(s.known) - sum(s.unexcused), sum(s.unexcused)
            FROM unnest(?::int4[], ?::int4[], ?::int4[]) AS w(week, first, after)
            CROSS JOIN LATERAL (
              SELECT source, hour, known, unexcused FROM session_hours
              WHERE source = ANY(?) AND hour >= w.first AND hour < w.after
              OFFSET 0) AS s
            GROUP BY 1, 2, 3
            """;

    /** Week 0 is now. */
    private record Counted(EndedSeries now, List<Outcomes> before) {}

    List<Attention> find() throws SQLException {
        List<Attention> found = new ArrayList<>();
        for (Map.Entry<Integer, Counted> entry : count().entrySet()) {
            Outcomes sum = Outcomes.NONE;
            for (Outcomes week : entry.getValue().before()) {
                sum = sum.plus(week);
            }
            Attention burning = burning(
                    Objects.requireNonNull(sources.get(entry.getKey())),
                    entry.getValue().now(),
                    UsualRate.of(sum));
            if (burning != null) {
                found.add(burning);
            }
        }
        return found;
    }

    private Map<Integer, Counted> count() throws SQLException {
        long to = (Math.floorDiv(now, CutRange.HOUR) + 1) * CutRange.HOUR;
        long from = to - CutRange.DAY;
        List<UsualWeeks.Range> ranges = new ArrayList<>(List.of(new UsualWeeks.Range(from, to)));
        ranges.addAll(UsualWeeks.of(from, to));
        Integer[] weeks = new Integer[ranges.size()];
        Integer[] first = new Integer[ranges.size()];
        Integer[] after = new Integer[ranges.size()];
        for (int i = 0; i < weeks.length; i++) {
            weeks[i] = i;
            first[i] = (int) (ranges.get(i).from() / CutRange.HOUR);
            after[i] = (int) (ranges.get(i).to() / CutRange.HOUR);
        }
        Map<Integer, Counted> counted = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(HOURS)) {
            select.setArray(1, connection.createArrayOf("int4", weeks));
            select.setArray(2, connection.createArrayOf("int4", first));
            select.setArray(3, connection.createArrayOf("int4", after));
            select.setArray(4, connection.createArrayOf("int4", sources.keySet().toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Counted one = counted.computeIfAbsent(
                            row.getInt(1),
                            any -> new Counted(new EndedSeries(from, to, CutRange.HOUR), new ArrayList<>()));
                    if (row.getInt(2) == 0) {
                        one.now().add(row.getInt(3) * CutRange.HOUR, row.getLong(4), row.getLong(5), 0);
                    } else {
                        one.before().add(new Outcomes(row.getLong(4), row.getLong(5)));
                    }
                }
            }
        }
        return counted;
    }

    private @Nullable Attention burning(KnownSource source, EndedSeries series, @Nullable UsualRate usual) {
        Course course = series.course();
        Long since = course.outsideSince(usual);
        if (since == null || !UsualRate.isOutside(course.newest(), usual)) {
            return null;
        }
        long from = since;
        Instant began = RunRows.instant(from);
        Outcomes outcomes = course.from(from);
        Where where = new Where(source.env(), source.serviceKey(), null, null);
        return Attention.of(
                Kind.BURNING,
                where,
                new Said(
                        Sentences.burning(source.serviceKey(), outcomes, from, now),
                        usual == null ? null : Sentences.usualStarts(usual)),
                outcomes.failed(),
                began,
                new Spark(series.from(), series.length() / 1000, series.failures()),
                where.href("/sessions", "outcome", "unexcused", "from", began.toString()));
    }
}
