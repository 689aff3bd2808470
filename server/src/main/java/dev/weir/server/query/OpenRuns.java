package dev.weir.server.query;

import dev.weir.store.ListedRuns;
import dev.weir.store.ListedRuns.ListedRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * All open runs, kept in memory: they are few, they change all the time, so no index can order them, and their health needs
 * their whole state. Before each answer the database is asked which of them have been saved since, and only those are read.
 */
final class OpenRuns {
    private static final int AT_ONCE = 1000;

    private Map<UUID, OpenRun> known = new HashMap<>();
    private long knownSince = Long.MIN_VALUE;

    /** As they are now, or a moment ago if somebody has asked the database since this was called. */
    List<OpenRun> now(Connection connection) throws SQLException {
        long asked = System.nanoTime();
        synchronized (this) {
            if (knownSince == Long.MIN_VALUE || knownSince - asked < 0) {
                long began = System.nanoTime();
                refresh(connection);
                knownSince = began;
            }
            return List.copyOf(known.values());
        }
    }

    private void refresh(Connection connection) throws SQLException {
        Map<UUID, Long> open = ListedRuns.open(connection);
        Map<UUID, OpenRun> fresh = new HashMap<>(open.size() * 2);
        List<UUID> changed = new ArrayList<>();
        open.forEach((id, stamp) -> {
            OpenRun run = known.get(id);
            if (run != null && run.stamp() == stamp) {
                fresh.put(id, run);
            } else {
                changed.add(id);
            }
        });
        for (int from = 0; from < changed.size(); from += AT_ONCE) {
            Collection<UUID> some = changed.subList(from, Math.min(changed.size(), from + AT_ONCE));
            for (ListedRun run : ListedRuns.load(connection, some).values()) {
                Long stamp = open.get(run.id()); // if it was saved again since, it is read again next time
                if (stamp != null && !run.state().isEnded()) {
                    fresh.put(run.id(), OpenRun.of(run, stamp));
                }
            }
        }
        known = fresh;
    }
}
