package dev.weir.server.query.insight;

import dev.weir.core.insight.Silence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** How often services are usually heard of, and which of them have gone silent: from the week up to the last event of each. */
final class Silences {
    private static final int HOURS = 7 * 24;
    private static final String HEARD = """
            SELECT s.source, c.at, sum(c.runs) FROM unnest(?::int4[], ?::int4[]) AS s(source, last)
            JOIN run_cells c ON c.source = s.source AND c.basis IN (0, 1) AND c.unit = 1 AND c.at > s.last - ? AND c.at <= s.last
            GROUP BY 1, 2 HAVING sum(c.runs) > 0
            """;

    private final Map<Integer, Silence> habits = new HashMap<>();
    private final Instant now;

    private Silences(Instant now) {
        this.now = now;
    }

    static Silences of(Connection connection, Collection<KnownSource> sources, Instant now) throws SQLException {
        List<KnownSource> heard =
                sources.stream().filter(source -> source.lastEventAt() != null).toList();
        Map<Integer, Long> counts = new HashMap<>();
        Map<Integer, TreeSet<Integer>> hours = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(HEARD)) {
            Object[] numbers = heard.stream().map(KnownSource::source).toArray();
            Object[] last = heard.stream().map(Silences::lastHour).toArray();
            select.setArray(1, connection.createArrayOf("int4", numbers));
            select.setArray(2, connection.createArrayOf("int4", last));
            select.setInt(3, HOURS);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    counts.merge(row.getInt(1), row.getLong(3), Long::sum);
                    hours.computeIfAbsent(row.getInt(1), source -> new TreeSet<>())
                            .add(row.getInt(2));
                }
            }
        }
        Silences silences = new Silences(now);
        hours.forEach((source, some) -> {
            Silence habit = Silence.of(counts.getOrDefault(source, 0L), some);
            if (habit != null) {
                silences.habits.put(source, habit);
            }
        });
        return silences;
    }

    private static int lastHour(KnownSource source) {
        Instant last = source.lastEventAt();
        return last == null ? 0 : (int) Math.floorDiv(last.getEpochSecond(), 3600L);
    }

    /** The moment of this judgement. */
    Instant now() {
        return now;
    }

    @Nullable
    Long usualGapMs(KnownSource source) {
        Silence habit = habits.get(source.source());
        return habit == null ? null : Long.valueOf(habit.usualGapMs());
    }

    boolean isSilent(KnownSource source) {
        Silence habit = habits.get(source.source());
        return habit != null && habit.isBrokenAfter(silentMs(source));
    }

    long silentMs(KnownSource source) {
        Instant last = source.lastEventAt();
        return last == null ? 0 : now.toEpochMilli() - last.toEpochMilli();
    }
}
