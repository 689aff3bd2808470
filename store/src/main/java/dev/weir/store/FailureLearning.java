package dev.weir.store;

import dev.weir.core.signal.Phases;
import dev.weir.store.Failures.Change;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/** Learns from the failures of runs, behind the commits: few runs fail, and what they say is read from the log. */
final class FailureLearning {
    static final String FOLLOWER = "failures";

    private FailureLearning() {}

    /** @param now in microseconds since 1970 */
    static void learn(Connection connection, Collection<UUID> keys, Phases phases, long now) throws SQLException {
        Failures failures = new Failures(connection, phases);
        Signatures signatures = new Signatures(connection, now);
        Change change = failures.look(keys);
        if (!change.isNone()) {
            change = signatures.learn(change);
            failures.save(change);
            signatures.count(change);
            FailureRollUps.add(connection, change);
            tell(connection, change);
        }
    }

    /** Whoever looks at a run that failed wants to hear what is known of that. */
    private static void tell(Connection connection, Change change) throws SQLException {
        Set<UUID> runs = new HashSet<>();
        change.after().forEach(row -> runs.add(row.place().id()));
        if (!runs.isEmpty()) {
            Batches.record(connection, new Batches().next(connection), 0, runs);
        }
    }

    /** Which of these keys have other failures than are stored. */
    static Set<UUID> differing(Connection connection, Collection<UUID> keys, Phases phases) throws SQLException {
        Change change = new Failures(connection, phases).look(keys);
        Set<UUID> differing = new HashSet<>();
        change.before().forEach(row -> differing.add(row.place().id()));
        change.after().forEach(row -> differing.add(row.place().id()));
        return differing;
    }
}
