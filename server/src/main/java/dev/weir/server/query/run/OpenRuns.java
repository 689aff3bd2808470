package dev.weir.server.query.run;

import dev.weir.store.ListedRuns;
import dev.weir.store.ListedRuns.ListedRun;
import dev.weir.store.ListedRuns.OneRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All open runs, kept in memory: they are few, they change all the time, so no index can order them, and their health needs
 * their whole state. Before each answer the database is asked which of them have been saved since, and only those are read.
 * Where they are many, an answer may be a little older, so that asking takes no more than a fifth of the time; of more than
 * fits, those that started last are kept.
 */
final class OpenRuns {
    private static final Logger LOG = LoggerFactory.getLogger(OpenRuns.class);
    private static final int MOST = 200_000; // about a hundred megabytes
    private static final int MANY = 20_000; // below, an answer has whatever was acknowledged before it was asked for
    private static final int AT_ONCE = 1000;
    private static final int REST = 4; // times as long as asking took

    private Map<UUID, OpenRun> known = new HashMap<>();
    private long asked;
    private long took;
    private boolean everAsked;
    private volatile boolean capped;

    /** As they are now, or a moment ago if somebody has asked the database since this was called. */
    List<OpenRun> now(Connection connection) throws SQLException {
        long called = System.nanoTime();
        synchronized (this) {
            long bearable = known.size() < MANY ? 0 : took * REST;
            if (!everAsked || asked + bearable - called < 0) {
                asked = System.nanoTime();
                refresh(connection);
                took = System.nanoTime() - asked;
                everAsked = true;
            }
            return List.copyOf(known.values());
        }
    }

    /** Whether there are more than it gives. */
    boolean isCapped() {
        return capped;
    }

    private void refresh(Connection connection) throws SQLException {
        Map<UUID, Long> open = ListedRuns.open(connection, MOST);
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
            Collection<ListedRun> runs = ListedRuns.load(connection, some).values();
            Map<OneRun, RunReasons.Reason> reasons = RunReasons.of(connection, runs);
            for (ListedRun run : runs) {
                Long stamp = open.get(run.id()); // if it was saved again since, it is read again next time
                if (stamp != null && !run.state().isEnded()) {
                    fresh.put(run.id(), OpenRun.of(run, stamp, reasons.get(run.number())));
                }
            }
        }
        known = fresh;
        tellIfCapped(open.size() == MOST);
    }

    private void tellIfCapped(boolean now) {
        if (now && !capped) {
            LOG.warn("More than {} runs are open: lists, counts and health leave out those that started first", MOST);
        }
        capped = now;
    }
}
