package dev.weir.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The server's answer to a batch: received = accepted + duplicates + ignored + rejected, or received = queued + rejected
 * where a job behind the server finds out the rest later.
 */
record Accounting(long received, long accepted, long duplicates, long ignored, long queued, List<Rejection> rejected) {

    boolean addsUp() {
        return received == accepted + duplicates + ignored + queued + rejected.size();
    }

    record Rejection(
            long index,
            @Nullable String eventId,
            @Nullable String code,
            @Nullable String field,
            @Nullable String message) {}
}
