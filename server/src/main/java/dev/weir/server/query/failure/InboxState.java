package dev.weir.server.query.failure;

import java.util.Locale;

/** What has become of a failure: somebody closed it, its workflow has recovered, somebody looks after it, or nobody yet. */
enum InboxState {
    OPEN,
    TAKEN,
    CLOSED,
    RECOVERED;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static InboxState of(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    /** What people decided goes first, then what happened. */
    static InboxState of(boolean closed, boolean recovered, boolean taken) {
        return closed ? CLOSED : recovered ? RECOVERED : taken ? TAKEN : OPEN;
    }

    /** Nobody has to look at it any more. */
    boolean isDone() {
        return this == CLOSED || this == RECOVERED;
    }
}
