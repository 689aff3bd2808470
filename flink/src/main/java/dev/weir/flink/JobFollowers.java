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
import java.time.Instant;
import java.util.function.Consumer;

/**
 * What follows the commits, once in a job. The operators do not hear of what it changes; they find the stamp of a row
 * changed and load it.
 */
final class JobFollowers implements AutoCloseable {
    private static final int WRITERS = 6; // one each for folding and attributing again, two each for steps and failures

    private final JobDatabase database;
    private final Followers followers;
    private final Heartbeat heartbeat;

    private JobFollowers(JobDatabase database, Followers followers, Heartbeat heartbeat) {
        this.database = database;
        this.followers = followers;
        this.heartbeat = heartbeat;
    }

    /** @param stop what to do when the database is not the job's any more */
    static JobFollowers start(
            JobSettings settings, SessionRules rules, Phases phases, SignalOutlook outlook, Consumer<CannotFold> stop) {
        JobDatabase database = JobDatabase.open(settings, "weir-flink-follow", WRITERS);
        Followers followers = new Followers(
                database.writer(),
                database.reader(),
                Clock.systemUTC(),
                Slots.atRandom(),
                rules,
                phases,
                outlook,
                new SessionProjector(KnownStates.none(), new Sources(database.reader()), rules),
                new Retention.Periods(settings.keepTelemetry(), settings.keepSignals(), settings.keepSignatures()));
        Heartbeat heartbeat = new Heartbeat(database.reader(), stop);
        followers.start();
        heartbeat.start();
        return new JobFollowers(database, followers, heartbeat);
    }

    /** @see Heartbeat#foldedTo */
    void foldedTo(Instant time) {
        heartbeat.foldedTo(time);
    }

    @Override
    public void close() {
        heartbeat.close();
        followers.close();
        database.close();
    }
}
