package dev.weir.server.project;

import dev.weir.core.session.SessionRules;
import dev.weir.core.signal.Phases;
import dev.weir.server.Database;
import dev.weir.server.Settings;
import dev.weir.store.BehindCommits;
import dev.weir.store.Retention;
import dev.weir.store.RunStore.StoredRun;
import dev.weir.store.SignalOutlook;
import dev.weir.store.Sources;
import dev.weir.store.StoredPhases;
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

    /** Kept in the database, too, like the rules of sessions. */
    @Bean
    Phases phases(Database database, Settings settings) throws SQLException {
        Phases phases = settings.signalPhases().isEmpty() ? Phases.DEFAULT : Phases.parse(settings.signalPhases());
        try (Connection connection = database.reader().getConnection()) {
            StoredPhases.save(connection, phases);
        }
        return phases;
    }

    @Bean
    SignalOutlook signalOutlook(Phases phases) {
        return SignalOutlook.of(phases);
    }

    /** Soon, because people look at a run that has just failed; but a flood of failures must not take the time of events. */
    @Bean
    CommitFollower failureLearner(Database database, Phases phases, Clock clock) {
        CommitFollower learner = new CommitFollower(
                "failures", BehindCommits.failures(database.writer(), phases, clock), new CommitFollower.Pace(100, 9));
        learner.start();
        return learner;
    }

    @Bean
    SessionProjector sessionProjector(Settings settings, Sources sources, SessionRules rules) {
        return new SessionProjector(new StateCache<>(settings.stateCache(), StoredSession::weight), sources, rules);
    }

    @Bean
    Attributor attributor(
            Database database, Clock clock, SessionRules rules, SessionProjector sessions, SignalOutlook outlook) {
        Attributor attributor =
                new Attributor(database.writer(), clock, (slot + SLOTS * 3 / 4) % SLOTS, rules, sessions, outlook);
        attributor.start();
        return attributor;
    }

    @Bean
    GroupCommit groupCommit(
            Database database,
            Settings settings,
            MeterRegistry registry,
            Clock clock,
            SessionProjector sessions,
            SignalOutlook outlook) {
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
                        outlook,
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
    Refolder refolder(Database database, Clock clock, SessionRules rules, SignalOutlook outlook) {
        Refolder refolder = new Refolder(database.writer(), clock, (slot + SLOTS / 4) % SLOTS, rules, outlook);
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
    Retention.Periods retentionPeriods(Settings settings) {
        return new Retention.Periods(settings.keepTelemetry(), settings.keepSignals(), settings.keepSignatures());
    }

    @Bean
    RetentionKeeper retentionKeeper(Database database, Retention.Periods periods) {
        RetentionKeeper keeper = new RetentionKeeper(new Retention(database.reader()), periods);
        keeper.start();
        return keeper;
    }

    @Bean
    PartitionKeeper partitionKeeper(Database database, Clock clock) {
        PartitionKeeper keeper = new PartitionKeeper(database.reader(), clock);
        keeper.start();
        return keeper;
    }
}
