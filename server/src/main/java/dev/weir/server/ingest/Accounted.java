package dev.weir.server.ingest;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.weir.host.Outcome;
import dev.weir.server.Problem;
import dev.weir.server.project.Unavailable;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * The answer to a request with events: received = accepted + duplicates + ignored + rejected, or, where a job folds them,
 * received = queued + rejected.
 */
record Accounted(
        int received,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer accepted,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer duplicates,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer ignored,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer queued,
        List<Rejected> rejected,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Ignored> ignoredBecause) {
    private static final long LONGEST_WAIT_S = 60;

    /** How many events were stored and are folded by none, for this reason. */
    record Ignored(String reason, int events) {}

    record Rejected(
            int index,
            @Nullable String eventId,
            String code,
            @Nullable String field,
            String message) {}

    /** Waits for the commit, so that what is acknowledged is durable and folded. */
    static Accounted after(CompletableFuture<Outcome> commit) throws InterruptedException {
        try {
            return of(commit.get(LONGEST_WAIT_S, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Unavailable cause
                    ? unavailable(cause.reason())
                    : new IllegalStateException(e);
        } catch (TimeoutException e) {
            throw unavailable("The commit takes longer than " + LONGEST_WAIT_S + " s");
        }
    }

    private static Problem unavailable(String what) {
        return new Problem(
                HttpStatus.SERVICE_UNAVAILABLE, "overloaded", what + ": send the same events again a little later.");
    }

    private static Accounted of(Outcome outcome) {
        List<Rejected> rejected = outcome.rejected().stream()
                .map(rejection -> new Rejected(
                        rejection.index(),
                        rejection.eventId(),
                        rejection.code().label(),
                        rejection.field(),
                        rejection.message()))
                .sorted(Comparator.comparingInt(Rejected::index))
                .toList();
        List<Ignored> ignored = outcome.ignoredBecause().entrySet().stream()
                .map(reason -> new Ignored(reason.getKey(), reason.getValue()))
                .toList();
        return outcome.queued() != null
                ? new Accounted(outcome.received(), null, null, null, outcome.queued(), rejected, List.of())
                : new Accounted(
                        outcome.received(),
                        outcome.accepted(),
                        outcome.duplicates(),
                        outcome.ignored(),
                        null,
                        rejected,
                        ignored);
    }
}
