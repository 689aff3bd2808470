package dev.weir.host;

import dev.weir.store.Batches;
import dev.weir.store.LogRow;
import dev.weir.store.RunSave;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;

/** What a commit tells those who follow: which keys it changed, and of which it only heard. */
public final class Told {
    private final Set<UUID> changed = new LinkedHashSet<>();
    private final Set<UUID> heard = new HashSet<>();
    private int events;

    /** Of all events that are new: whoever tails wants those, too, whose runs are folded later. */
    public Told events(Collection<LogRow> rows) {
        events += rows.size();
        for (LogRow row : rows) {
            if (row.key() != null) {
                (row.sessionKey() == null ? changed : heard).add(row.key());
            }
        }
        return this;
    }

    /** A session's run has an id of its own. */
    public Told saved(RunSave save) {
        changed.addAll(save.runs());
        heard.addAll(save.heard());
        return this;
    }

    /** The last statement of a commit. */
    public void record(Connection connection, long batch) throws SQLException {
        heard.removeAll(changed);
        Batches.record(connection, batch, events, changed, heard);
    }
}
