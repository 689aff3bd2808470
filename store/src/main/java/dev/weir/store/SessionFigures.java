package dev.weir.store;

import dev.weir.core.session.SessionRow;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a session is in the roll-ups.
 *
 * @param hour of its start, since 1970
 * @param sums in the order of {@link SessionRollUps#SUMS}
 * @param latencies the four measures, null where there is none
 */
record SessionFigures(int source, int hour, SessionGroup group, List<Integer> sums, List<@Nullable Long> latencies) {

    static SessionFigures of(int source, SessionRow row) {
        return new SessionFigures(
                source,
                (int) Math.floorDiv(row.sessionStartTs().getEpochSecond(), 3600L),
                SessionGroup.of(row),
                List.of(
                        1,
                        row.knownStream() ? 1 : 0,
                        row.startupSuccess() ? 1 : 0,
                        row.startupExcused() ? 1 : 0,
                        row.startupUnexcused() ? 1 : 0,
                        row.sessionHasSwap() ? 1 : 0,
                        row.errorCount(),
                        row.excusableErrorCount(),
                        row.edgeInversions()),
                Arrays.asList(row.startupMs(), row.e2eProxyMs(), row.promptToPlayableMs(), row.gatewayRunnerLagMs()));
    }
}
