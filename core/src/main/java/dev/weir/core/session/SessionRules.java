package dev.weir.core.session;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What can be configured of sessions. Only the patterns have a part in states; all else is about rows.
 *
 * @param excusable an error is excusable if its message contains one of these, whatever the case
 * @param literalWallets take a snapshot's {@code local_address} for who an orchestrator is, and its {@code address} for
 *     what events carry, as the specification has it; real data is the other way round
 * @param attributionMicros how far a snapshot may be from what it is to tell of
 * @param idleMicros a session that was silent for so long is idle
 */
public record SessionRules(List<String> excusable, boolean literalWallets, long attributionMicros, long idleMicros) {

    public static final SessionRules DEFAULT = new SessionRules(
            List.of(
                    "no orchestrators available",
                    "mediamtx ingest disconnected",
                    "whip disconnected",
                    "missing video",
                    "ice connection state failed",
                    "user disconnected"),
            false,
            24 * 3600 * 1_000_000L,
            5 * 60 * 1_000_000L);

    public SessionRules {
        excusable = excusable.stream()
                .map(pattern -> pattern.toLowerCase(Locale.ROOT))
                .filter(pattern -> !pattern.isEmpty())
                .toList();
    }

    public boolean isExcusable(@Nullable String message) {
        if (message == null) {
            return false;
        }
        String lower = message.toLowerCase(Locale.ROOT);
        return excusable.stream().anyMatch(lower::contains);
    }
}
