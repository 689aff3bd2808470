package dev.weir.server.ingest;

import dev.weir.server.project.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to a request with events: received = accepted + duplicates + ignored + rejected. */
record Accounted(int received, int accepted, int duplicates, int ignored, List<Rejected> rejected) {

    record Rejected(int index, @Nullable String eventId, String code, @Nullable String field, String message) {}

    static Accounted of(Outcome outcome) {
        List<Rejected> rejected = outcome.rejected().stream()
                .map(rejection -> new Rejected(
                        rejection.index(),
                        rejection.eventId(),
                        rejection.code().label(),
                        rejection.field(),
                        rejection.message()))
                .toList();
        return new Accounted(
                outcome.received(), outcome.accepted(), outcome.duplicates(), outcome.ignored(), rejected);
    }
}
