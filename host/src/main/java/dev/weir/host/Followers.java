package dev.weir.host;

import dev.weir.core.session.SessionRules;
import dev.weir.core.signal.Phases;
import dev.weir.store.BehindCommits;
import dev.weir.store.Retention;
import dev.weir.store.SignalOutlook;
import java.time.Clock;
import javax.sql.DataSource;

/** All that follows the commits of a host: what takes longer than an acknowledgement may, and what only time brings. */
public final class Followers implements AutoCloseable {
    private final Refolder refolder;
    private final Attributor attributor;
    private final CommitFollower failures;
    private final CommitFollower steps;
    private final RetentionKeeper retention;
    private final PartitionKeeper partitions;

    /**
     * @param writer for transactions, see {@link Pools}
     * @param reader for statements that are one each
     * @param slots where two of them keep their shares of the roll-ups
     * @param sessions whose memory of what is attributed again has to be renewed
     */
    public Followers(
            DataSource writer,
            DataSource reader,
            Clock clock,
            Slots slots,
            SessionRules rules,
            Phases phases,
            SignalOutlook outlook,
            SessionProjector sessions,
            Retention.Periods periods) {
        refolder = new Refolder(writer, clock, slots.ofRefolder(), rules, outlook);
        attributor = new Attributor(writer, clock, slots.ofAttributor(), rules, sessions, outlook);
        // Soon, because people look at a run that has just failed; but a flood of failures must not take the time of
        // events.
        failures = new CommitFollower(
                "failures", BehindCommits.failures(writer, phases, clock), new CommitFollower.Pace(100, 9));
        steps = new CommitFollower("steps", BehindCommits.steps(writer), new CommitFollower.Pace(1_000, 19));
        retention = new RetentionKeeper(new Retention(reader), periods);
        partitions = new PartitionKeeper(reader, clock);
    }

    public void start() {
        refolder.start();
        attributor.start();
        failures.start();
        steps.start();
        retention.start();
        partitions.start();
    }

    @Override
    public void close() {
        partitions.close();
        retention.close();
        steps.close();
        failures.close();
        attributor.close();
        refolder.close();
    }
}
