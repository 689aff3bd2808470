package dev.weir.flink;

import dev.weir.core.signal.Phases;
import dev.weir.store.SignalOutlook;
import java.util.HashMap;
import java.util.Map;

/**
 * One outlook for all of a process that write to the same database, as the lanes of a server share one: whoever folds the
 * next run of a workflow knows at once how the last one ended, and what is usual is asked for once.
 */
final class SharedOutlook implements AutoCloseable {
    private static final Map<String, SharedOutlook> IN_USE = new HashMap<>();

    private final String name;
    private final SignalOutlook outlook;
    private int users;

    private SharedOutlook(String name, SignalOutlook outlook) {
        this.name = name;
        this.outlook = outlook;
    }

    static SharedOutlook of(String db, Phases phases) {
        synchronized (IN_USE) {
            SharedOutlook shared = IN_USE.computeIfAbsent(
                    db + " " + phases.setting(), name -> new SharedOutlook(name, SignalOutlook.of(phases)));
            shared.users++;
            return shared;
        }
    }

    SignalOutlook outlook() {
        return outlook;
    }

    /** The last one to use it takes it away. */
    @Override
    public void close() {
        synchronized (IN_USE) {
            if (--users == 0) {
                IN_USE.remove(name);
            }
        }
    }
}
