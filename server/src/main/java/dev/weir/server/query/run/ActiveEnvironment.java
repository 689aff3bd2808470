package dev.weir.server.query.run;

import dev.weir.core.run.Health;
import dev.weir.core.run.HealthState;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunStatus;
import dev.weir.server.query.Utf8Order;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How an environment fares: each open run is in one of these numbers.
 *
 * @param queuedTooLong those of the queued that have stalled
 */
public record ActiveEnvironment(
        String env,
        int running,
        int retrying,
        int sleeping,
        int overdue,
        int stalled,
        int queued,
        int queuedTooLong,
        @Nullable Instant oldestQueuedAt) {

    public static List<ActiveEnvironment> of(List<OpenRun> open, Map<UUID, Health> healths) {
        Map<String, List<OpenRun>> byEnv = new HashMap<>();
        open.forEach(run ->
                byEnv.computeIfAbsent(run.env(), env -> new ArrayList<>()).add(run));
        return byEnv.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Utf8Order::compare))
                .map(entry -> of(entry.getKey(), entry.getValue(), healths))
                .toList();
    }

    private static ActiveEnvironment of(String env, List<OpenRun> runs, Map<UUID, Health> healths) {
        int[] counts = new int[HealthState.values().length];
        int queued = 0;
        int queuedTooLong = 0;
        Long oldest = null;
        for (OpenRun run : runs) {
            if (run.status() == RunStatus.PENDING) {
                queued++;
                queuedTooLong += ActiveEndpoint.isStalled(run, healths) ? 1 : 0;
                oldest = oldest == null ? run.createdAt() : Long.valueOf(Math.min(oldest, run.createdAt()));
            } else {
                counts[Objects.requireNonNull(healths.get(run.id())).state().ordinal()]++;
            }
        }
        return new ActiveEnvironment(
                env,
                counts[HealthState.OK.ordinal()],
                counts[HealthState.RETRYING.ordinal()],
                counts[HealthState.WAITING.ordinal()],
                counts[HealthState.OVERDUE.ordinal()],
                counts[HealthState.STALLED.ordinal()],
                queued,
                queuedTooLong,
                RunRows.instant(oldest));
    }
}
