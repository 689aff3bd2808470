package dev.weir.server.query.insight;

import dev.weir.core.insight.Silence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
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

    /** @param hour of its last event, counted from 1970 */
    record Heard(int source, int hour) {
        static List<Heard> of(Collection<KnownSource> sources) {
            List<Heard> heard = new ArrayList<>();
            for (KnownSource source : sources) {
                Instant last = source.lastEventAt();
                if (last != null) {
                    heard.add(new Heard(source.source(), (int) Math.floorDiv(last.getEpochSecond(), 3600L)));
                }
            }
            return heard;
        }
    }

    /** How long services are usually not heard of. */
    record Pauses(Map<Integer, Silence> bySource, long runs) implements Habits.Usual {
        static Pauses read(Connection connection, List<Heard> heard) throws SQLException {
            Map<Integer, Long> counts = new HashMap<>();
            Map<Integer, TreeSet<Integer>> hours = new HashMap<>();
            try (PreparedStatement select = connection.prepareStatement(HEARD)) {
                Object[] sources = heard.stream().map(Heard::source).toArray();
                Object[] last = heard.stream().map(Heard::hour).toArray();
                select.setArray(1, connection.createArrayOf("int4", sources));
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
            return of(counts, hours);
        }

        private static Pauses of(Map<Integer, Long> counts, Map<Integer, TreeSet<Integer>> hours) {
            Map<Integer, Silence> bySource = new HashMap<>();
            hours.forEach((source, some) -> {
                Silence pause = Silence.of(counts.getOrDefault(source, 0L), some);
                if (pause != null) {
                    bySource.put(source, pause);
                }
            });
            long runs = counts.values().stream().mapToLong(Long::longValue).sum();
            return new Pauses(bySource, runs);
        }
    }

    private final Pauses usual;
    private final Instant now;

    Silences(Pauses usual, Instant now) {
        this.usual = usual;
        this.now = now;
    }

    /** The moment of this judgement. */
    Instant now() {
        return now;
    }

    @Nullable
    Long usualGapMs(KnownSource source) {
        Silence pause = usual.bySource().get(source.source());
        return pause == null ? null : Long.valueOf(pause.usualGapMs());
    }

    boolean isSilent(KnownSource source) {
        Silence pause = usual.bySource().get(source.source());
        return pause != null && pause.isBrokenAfter(silentMs(source));
    }

    long silentMs(KnownSource source) {
        Instant last = source.lastEventAt();
        return last == null ? 0 : now.toEpochMilli() - last.toEpochMilli();
    }
}
