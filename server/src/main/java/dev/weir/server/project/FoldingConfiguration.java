package dev.weir.server.project;

import dev.weir.core.session.SessionRules;
import dev.weir.core.signal.Phases;
import dev.weir.host.Folding;
import dev.weir.host.Followers;
import dev.weir.host.Recording;
import dev.weir.host.SessionProjector;
import dev.weir.host.Slots;
import dev.weir.host.StateCache;
import dev.weir.server.Database;
import dev.weir.server.Settings;
import dev.weir.store.Retention;
import dev.weir.store.SignalOutlook;
import dev.weir.store.Sources;
import dev.weir.store.StoredSession;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** For a server that folds what it is sent. */
@Configuration(proxyBeanMethods = false)
@Conditional(FrontMode.Off.class)
class FoldingConfiguration {
    private static final int LANES = 2; // one works while the other waits for the database or the disk

    private final Slots slots = Slots.atRandom();

    @Bean
    SessionProjector sessionProjector(Settings settings, Sources sources, SessionRules rules) {
        return new SessionProjector(new StateCache<>(settings.stateCache(), StoredSession::weight), sources, rules);
    }

    @Bean
    Tenure tenure(Database database) {
        Tenure tenure = new Tenure(database.reader());
        tenure.start();
        return tenure;
    }

    @Bean
    GroupCommit groupCommit(
            Database database,
            Tenure tenure,
            Settings settings,
            MeterRegistry registry,
            Clock clock,
            SessionProjector sessions,
            SignalOutlook outlook) {
        CommitQueue queue = new CommitQueue(settings.queueEvents());
        IngestMetrics metrics = new IngestMetrics(registry);
        metrics.queueDepth(queue);
        Folding folding =
                new Folding(StateCache.ofRuns(settings.stateCache()), sessions, outlook, settings.refoldInlineEvents());
        IntFunction<CommitLane> lane = n -> {
            int slot = slots.ofLane(n, LANES);
            Recording recording = new Recording(settings.parkedBytesPerDay(), slot);
            return new CommitLane(
                    queue,
                    tenure.during(database.writer()),
                    new Projector(recording, folding, slot),
                    metrics,
                    clock,
                    settings.commitEvents());
        };
        GroupCommit commits = new GroupCommit(queue, IntStream.range(0, LANES).mapToObj(lane));
        commits.start();
        return commits;
    }

    @Bean
    Followers followers(
            Database database,
            Tenure tenure,
            Clock clock,
            SessionRules rules,
            Phases phases,
            SignalOutlook outlook,
            SessionProjector sessions,
            Retention.Periods periods) {
        Followers followers = new Followers(
                tenure.during(database.writer()),
                tenure.during(database.reader()),
                clock,
                slots,
                rules,
                phases,
                outlook,
                sessions,
                periods);
        followers.start();
        return followers;
    }
}
