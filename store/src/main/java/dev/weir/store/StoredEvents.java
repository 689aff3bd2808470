package dev.weir.store;

import dev.weir.core.event.EventType;
import dev.weir.core.stage.StageEventType;
import dev.weir.wire.EventBody;
import dev.weir.wire.EventDecoder;
import dev.weir.wire.Limits;
import dev.weir.wire.LogEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes what the log has. No limits: they were kept when it was taken, and may have been others then. */
final class StoredEvents {
    private static final int NO_LIMIT = Integer.MAX_VALUE / 2;
    private static final EventDecoder DECODER =
            new EventDecoder(new Limits(NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT, NO_LIMIT, Long.MAX_VALUE / 2));

    /** Null for an event that no fold knows, or could not know when it was taken: stages came later. */
    @Nullable
    LogEvent decode(String type, String payload) {
        boolean ofStage = StageEventType.of(type) != null;
        if (!ofStage && EventType.of(type) == null) {
            return null;
        }
        List<LogEvent> decoded = new ArrayList<>(1);
        DECODER.decode(
                EventBody.ofLines(payload.replace('\n', ' ').getBytes(StandardCharsets.UTF_8), 1),
                EventDecoder.Defaults.NONE,
                0,
                decoded::add,
                rejection -> {
                    if (ofStage) {
                        return;
                    }
                    throw new IllegalStateException("An event in the log is unreadable: " + rejection.message());
                });
        return decoded.isEmpty() ? null : decoded.get(0);
    }
}
