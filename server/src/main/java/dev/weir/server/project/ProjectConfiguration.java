package dev.weir.server.project;

import dev.weir.server.Database;
import dev.weir.server.Settings;
import dev.weir.store.Sources;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ProjectConfiguration {
    private static final int SLOTS = 32;
    private static final int LANES = 2; // one works while the other waits for the database or the disk

    /** Where this server keeps its share of the roll-ups; two servers on one slot would only wait for each other. */
    private final int slot = ThreadLocalRandom.current().nextInt(SLOTS);

    @Bean
    Sources sources(Database database) {
        return new Sources(database.reader());
    }

    @Bean
    GroupCommit groupCommit(Database database, Settings settings, MeterRegistry registry, Clock clock) {
        CommitQueue queue = new CommitQueue(settings.queueEvents());
        IngestMetrics metrics = new IngestMetrics(registry);
        metrics.queueDepth(queue);
        StateCache cache = new StateCache(settings.stateCache());
        IntFunction<CommitLane> lane = n -> new CommitLane(
                queue,
                database.writer(),
                new Projector(
                        cache,
                        settings.refoldInlineEvents(),
                        settings.parkedBytesPerDay(),
                        (slot + n * SLOTS / LANES) % SLOTS),
                metrics,
                clock,
                settings.commitEvents());
        GroupCommit commits = new GroupCommit(queue, IntStream.range(0, LANES).mapToObj(lane));
        commits.start();
        return commits;
    }

    @Bean
    Refolder refolder(Database database, Clock clock) {
        Refolder refolder = new Refolder(database.writer(), clock, (slot + SLOTS / 4) % SLOTS);
        refolder.start();
        return refolder;
    }

    @Bean
    PartitionKeeper partitionKeeper(Database database, Clock clock) {
        PartitionKeeper keeper = new PartitionKeeper(database.reader(), clock);
        keeper.start();
        return keeper;
    }
}
