package dev.weir.server.project;

import dev.weir.host.Outcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What ingest says of itself; the README lists the names. */
final class IngestMetrics {
    private static final Duration[] BUCKETS = Stream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final Counter accepted;
    private final Counter duplicates;
    private final Counter ignored;
    private final Counter conflicts;
    private final Counter failures;
    private final Counter refolds;
    private final Counter deferred;
    private final DistributionSummary batchSize;
    private final Timer commitTime;

    IngestMetrics(MeterRegistry registry) {
        this.registry = registry;
        accepted = registry.counter("weir.events", "outcome", "accepted");
        duplicates = registry.counter("weir.events", "outcome", "duplicate");
        ignored = registry.counter("weir.events", "outcome", "ignored");
        conflicts = registry.counter("weir.commit.conflicts");
        failures = registry.counter("weir.commit.failures");
        refolds = registry.counter("weir.fold.again");
        deferred = registry.counter("weir.fold.deferred");
        batchSize = DistributionSummary.builder("weir.commit.events")
                .publishPercentiles(0.5, 0.99)
                .register(registry);
        commitTime = Timer.builder("weir.commit.time")
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    void queueDepth(CommitQueue queue) {
        registry.gauge("weir.queue.events", queue, CommitQueue::events);
    }

    void committed(Projector.Result result, long nanos) {
        for (Outcome outcome : result.outcomes()) {
            accepted.increment(outcome.accepted());
            duplicates.increment(outcome.duplicates());
            ignored.increment(outcome.ignored());
            countRejected(registry, outcome);
        }
        result.changes().stream().filter(change -> change.foldedAgain()).forEach(change -> refolds.increment());
        deferred.increment(result.unsaved().size());
        batchSize.record(result.stored());
        commitTime.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** Also for a server that hands events over, which knows nothing else of what became of them. */
    static void countRejected(MeterRegistry registry, Outcome outcome) {
        outcome.rejected()
                .forEach(rejection -> registry.counter(
                                "weir.events.rejected", "code", rejection.code().label())
                        .increment());
    }

    void conflict() {
        conflicts.increment();
    }

    void failedCommit() {
        failures.increment();
    }
}
