package dev.weir.server.stream;

import dev.weir.store.Commits.Commit;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Finds out what commits mean to those who follow. */
interface LiveChanges {

    /** The newest run of each of these keys. */
    List<Change> runs(Connection connection, Collection<UUID> keys) throws SQLException;

    /** The events that these commits brought. */
    List<Change> events(Connection connection, List<Commit> commits) throws SQLException;

    /** The numbers of runs that somebody may see. */
    byte[] counts(Connection connection, Audience audience) throws SQLException;
}
