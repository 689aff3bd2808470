package dev.weir.server.project;

import dev.weir.core.session.SessionRules;
import dev.weir.server.Database;
import dev.weir.server.Settings;
import dev.weir.store.BehindCommits;
import dev.weir.store.RunStore.StoredRun;
import dev.weir.store.Sources;
import dev.weir.store.StoredRules;
import dev.weir.store.StoredSession;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
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

    /** Kept in the database, too, for whoever rebuilds. */
    @Bean
    SessionRules sessionRules(Database database, Settings settings) throws SQLException {
        SessionRules rules = new SessionRules(
                settings.excusableErrors(),
                settings.literalWallets(),
                settings.attributionWindow().toMillis() * 1000,
                settings.sessionIdle().toMillis() * 1000);
        try (Connection connection = database.reader().getConnection()) {
            StoredRules.save(connection, rules);
        }
        return rules;
    }

    @Bean
    SessionProjector sessionProjector(Settings settings, Sources sources, SessionRules rules) {
        return new SessionProjector(new StateCache<>(settings.stateCache(), StoredSession::weight), sources, rules);
    }

    @Bean
    Attributor attributor(Database database, Clock clock, SessionRules rules, SessionProjector sessions) {
        Attributor attributor =
                new Attributor(database.writer(), clock, (slot + SLOTS * 3 / 4) % SLOTS, rules, sessions);
        attributor.start();
        return attributor;
    }

    @Bean
    GroupCommit groupCommit(
            Database database, Settings settings, MeterRegistry registry, Clock clock, SessionProjector sessions) {
        CommitQueue queue = new CommitQueue(settings.queueEvents());
        IngestMetrics metrics = new IngestMetrics(registry);
        metrics.queueDepth(queue);
        StateCache<StoredRun> cache = StateCache.ofRuns(settings.stateCache());
        IntFunction<CommitLane> lane = n -> new CommitLane(
                queue,
                database.writer(),
                new Projector(
                        cache,
                        sessions,
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
    Refolder refolder(Database database, Clock clock, SessionRules rules) {
        Refolder refolder = new Refolder(database.writer(), clock, (slot + SLOTS / 4) % SLOTS, rules);
        refolder.start();
        return refolder;
    }

    @Bean
    CommitFollower stepCounter(Database database) {
        CommitFollower counter =
                new CommitFollower("steps", BehindCommits.steps(database.writer()), new CommitFollower.Pace(1_000, 19));
        counter.start();
        return counter;
    }

    @Bean
    PartitionKeeper partitionKeeper(Database database, Clock clock) {
        PartitionKeeper keeper = new PartitionKeeper(database.reader(), clock);
        keeper.start();
        return keeper;
    }
}
