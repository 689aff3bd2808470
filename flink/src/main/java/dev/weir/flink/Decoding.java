package dev.weir.flink;

import dev.weir.core.event.Ids;
import dev.weir.host.Reading;
import dev.weir.host.Submission;
import dev.weir.store.Sources;
import dev.weir.store.StoredLimits;
import dev.weir.wire.EventBody;
import dev.weir.wire.EventDecoder;
import dev.weir.wire.EventFamily;
import dev.weir.wire.Limits;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;

/**
 * Makes of records what is written, within the limits of the servers in front. One of them may have been started with larger
 * ones since; that is looked up before anything is rejected for good.
 */
final class Decoding {
    /** Who sent what does not say who sent it. */
    private static final Reading.Sender NOBODY = new Reading.Sender(Headers.LOCAL_ORG, "kafka", (env, service) -> true);

    private final DataSource database;
    private final Sources sources;
    private Limits limits;
    private Reading reading;

    Decoding(DataSource database) throws SQLException {
        this.database = database;
        this.sources = new Sources(database);
        this.limits = stored();
        this.reading = new Reading(limits, sources);
    }

    /** One for each record: one row, or one that is parked. */
    List<Submission> read(List<Arrival> group) throws SQLException {
        List<Submission> read = readAll(group);
        boolean rejects = read.stream().anyMatch(one -> !one.rejected().isEmpty());
        return rejects && limitsHaveChanged() ? readAll(group) : read;
    }

    private List<Submission> readAll(List<Arrival> group) throws SQLException {
        List<Submission> read = new ArrayList<>(group.size());
        for (Arrival arrival : group) {
            read.add(read(arrival));
        }
        return read;
    }

    private Submission read(Arrival arrival) throws SQLException {
        String flaw = Headers.flaw(arrival, sources, limits.maxNameBytes());
        if (flaw != null) {
            return reading.refuse(NOBODY, arrival.event(), EventDecoder.Defaults.NONE, flaw);
        }
        Submission submission = reading.read(
                new Reading.Sender(
                        Objects.requireNonNull(Ids.parse(arrival.org())), arrival.credential(), (env, service) -> true),
                EventFamily.of(arrival.family()),
                List.of(EventBody.ofOne(arrival.event())),
                new EventDecoder.Defaults(arrival.env(), arrival.service()),
                arrival.at() * 1000);
        return arrival.mended() ? submission.mended() : submission;
    }

    private boolean limitsHaveChanged() throws SQLException {
        Limits stored = stored();
        if (stored.equals(limits)) {
            return false;
        }
        limits = stored;
        reading = new Reading(limits, sources);
        return true;
    }

    private Limits stored() throws SQLException {
        try (Connection connection = database.getConnection()) {
            return StoredLimits.load(connection);
        }
    }
}
