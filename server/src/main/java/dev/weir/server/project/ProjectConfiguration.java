package dev.weir.server.project;

import dev.weir.server.Database;
import dev.weir.server.Settings;
import dev.weir.store.Sources;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ProjectConfiguration {
    private static final int SLOTS = 32;

    /** Where this server keeps its share of the roll-ups; two servers on one slot would only wait for each other. */
    private final int slot = ThreadLocalRandom.current().nextInt(SLOTS);

    @Bean
    Sources sources(Database database) {
        return new Sources(database.reader());
    }

    @Bean
    GroupCommit groupCommit(Database database, Settings settings, MeterRegistry registry, Clock clock) {
        Projector projector = new Projector(
                new StateCache(settings.stateCache()),
                settings.refoldInlineEvents(),
                settings.parkedBytesPerDay(),
                slot);
        GroupCommit commits = new GroupCommit(
                database.writer(),
                projector,
                new IngestMetrics(registry),
                clock,
                settings.queueEvents(),
                settings.commitEvents());
        commits.start();
        return commits;
    }

    @Bean
    Refolder refolder(Database database, Clock clock) {
        Refolder refolder = new Refolder(database.writer(), clock, slot);
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
