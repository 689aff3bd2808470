package dev.weir.client;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A request that is on its way. The deadline is its own because the one of the JDK's client ends with the headers, and
 * a body may stall for ever.
 */
record Exchange(CompletableFuture<HttpResponse<byte[]>> answer, int events, long deadline, Duration timeout) {

    boolean isOver(long now) {
        return answer.isDone() || now - deadline >= 0;
    }

    Verdict verdict(AnswerReader reader, Instant now) {
        if (!answer.isDone()) {
            cancel();
            return Verdict.tryAgain("did not answer within " + timeout.toMillis() + " ms");
        }
        try {
            return Verdict.of(answer.join(), events, reader, now);
        } catch (CompletionException | CancellationException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return Verdict.tryAgain("cannot be reached (" + cause + ")");
        }
    }

    void cancel() {
        answer.cancel(true);
    }
}
