package dev.weir.flink;

import dev.weir.core.session.SessionRules;
import dev.weir.core.signal.Phases;
import dev.weir.host.Followers;
import dev.weir.host.KnownStates;
import dev.weir.host.SessionProjector;
import dev.weir.host.Slots;
import dev.weir.store.Retention;
import dev.weir.store.SignalOutlook;
import dev.weir.store.Sources;
import java.time.Clock;

/**
 * What follows the commits, once in a job. The operators do not hear of what it changes; they find the stamp of a row
 * changed and load it.
 */
final class JobFollowers implements AutoCloseable {
    private static final int WRITERS = 6; // one each for folding and attributing again, two each for steps and failures

    private final JobDatabase database;
    private final Followers followers;

    private JobFollowers(JobDatabase database, Followers followers) {
        this.database = database;
        this.followers = followers;
    }

    static JobFollowers start(JobSettings settings, SessionRules rules, Phases phases) {
        JobDatabase database = JobDatabase.open(settings, "weir-flink-follow", WRITERS);
        Followers followers = new Followers(
                database.writer(),
                database.reader(),
                Clock.systemUTC(),
                Slots.atRandom(),
                rules,
                phases,
                SignalOutlook.of(phases),
                new SessionProjector(KnownStates.none(), new Sources(database.reader()), rules),
                new Retention.Periods(settings.keepTelemetry(), settings.keepSignals(), settings.keepSignatures()));
        followers.start();
        return new JobFollowers(database, followers);
    }

    @Override
    public void close() {
        followers.close();
        database.close();
    }
}
