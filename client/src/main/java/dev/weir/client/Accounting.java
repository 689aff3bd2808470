package dev.weir.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The server's answer to a batch: received = accepted + duplicates + ignored + rejected. */
record Accounting(long received, long accepted, long duplicates, long ignored, List<Rejection> rejected) {

    record Rejection(
            long index,
            @Nullable String eventId,
            @Nullable String code,
            @Nullable String field,
            @Nullable String message) {}
}
