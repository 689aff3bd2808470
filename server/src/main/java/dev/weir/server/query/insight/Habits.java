package dev.weir.server.query.insight;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * What is usual. Of many runs it takes longer to read than all else that a page shows, and hardly changes within a minute: so
 * long it is used again. Of few runs a single one may change it, and it is read each time.
 */
final class Habits {
    private static final long MANY_RUNS = 5_000;
    private static final long KEPT_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int MOST_KEPT = 200;

    /** Something usual, and of how many runs it was made. */
    interface Usual {
        long runs();
    }

    private record Kept(Usual usual, long since) {}

    @FunctionalInterface
    private interface Read<U> {
        U read() throws SQLException;
    }

    private final Map<Object, Kept> kept = new ConcurrentHashMap<>();

    UsualRuns rates(Connection connection, Collection<Integer> sources, MetricFilter filter) throws SQLException {
        UsualRuns.Question question = UsualRuns.Question.rates(sources, filter);
        return of(UsualRuns.class, question, () -> UsualRuns.read(connection, question));
    }

    UsualRuns withDurations(Connection connection, Collection<Integer> sources, MetricFilter filter)
            throws SQLException {
        UsualRuns.Question question = UsualRuns.Question.withDurations(sources, filter);
        return of(UsualRuns.class, question, () -> UsualRuns.read(connection, question));
    }

    Silences silences(Connection connection, Collection<KnownSource> sources, Instant now) throws SQLException {
        List<Silences.Heard> heard = Silences.Heard.of(sources);
        return new Silences(of(Silences.Pauses.class, heard, () -> Silences.Pauses.read(connection, heard)), now);
    }

    private <U extends Usual> U of(Class<U> type, Object question, Read<U> read) throws SQLException {
        long now = System.nanoTime();
        Kept known = kept.get(question);
        if (known != null && now - known.since() < KEPT_NS) {
            return type.cast(known.usual());
        }
        U usual = read.read();
        if (usual.runs() > MANY_RUNS) {
            if (kept.size() >= MOST_KEPT) {
                kept.clear();
            }
            kept.put(question, new Kept(usual, now));
        }
        return usual;
    }
}
