package dev.weir.server.query.session;

import dev.weir.server.query.session.LatencyValues.Figure;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Sessions that are told together: their sums, and their latencies until the figures are made of them. */
final class SessionGroup {
    private static final int MEASURES = SessionLatency.values().length;

    private final int mostExact;
    private final LatencyValues[] values = new LatencyValues[MEASURES];
    private final @Nullable Figure[] figures = new Figure[MEASURES];
    final SessionSums sums = new SessionSums();

    SessionGroup(int mostExact) {
        this.mostExact = mostExact;
        for (int measure = 0; measure < MEASURES; measure++) {
            values[measure] = new LatencyValues(mostExact);
        }
    }

    /** Does nothing once the figure is made. */
    void add(int measure, long ms) {
        if (figures[measure] == null) {
            values[measure].add(ms);
        }
    }

    void addBucket(int measure, int bucket, long n) {
        values[measure].add(bucket, n);
    }

    boolean isSettled() {
        for (Figure figure : figures) {
            if (figure == null) {
                return false;
            }
        }
        return true;
    }

    /** Makes the figures for which there are enough values to tell roughly; forgets the other values. */
    void settleMany(SessionGroup total) {
        for (int measure = 0; measure < MEASURES; measure++) {
            long n = values[measure].n();
            if (n == 0 || n > mostExact) {
                settle(measure, total);
            } else {
                values[measure] = new LatencyValues(mostExact);
            }
        }
    }

    /** Makes the figures that are not made yet. */
    void settle(@Nullable SessionGroup total) {
        for (int measure = 0; measure < MEASURES; measure++) {
            if (figures[measure] == null) {
                settle(measure, total);
            }
        }
    }

    private void settle(int measure, @Nullable SessionGroup total) {
        figures[measure] = values[measure].figure();
        if (total != null) {
            values[measure].addTo(total.values[measure]);
        }
        values[measure] = new LatencyValues(mostExact); // the memory is for the next group
    }

    private Figure figure(SessionLatency latency) {
        return Objects.requireNonNull(figures[latency.ordinal()]);
    }

    /** After the figures are made. */
    SessionMetrics.Item item(@Nullable String group) {
        return new SessionMetrics.Item(
                group,
                sums.sessions,
                sums.known,
                sums.success,
                sums.excused,
                sums.unexcused,
                sums.startupSuccessRate(),
                sums.swapped,
                sums.swapRate(),
                sums.errors,
                sums.excusableErrors,
                sums.inversions,
                figure(SessionLatency.STARTUP),
                figure(SessionLatency.E2E_PROXY),
                figure(SessionLatency.PROMPT_TO_PLAYABLE),
                figure(SessionLatency.GATEWAY_RUNNER_LAG));
    }
}
