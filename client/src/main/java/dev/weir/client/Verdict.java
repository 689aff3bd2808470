package dev.weir.client;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an answer, or the lack of one, means for the batch. Only what the batch itself is to blame for costs events:
 * all else is tried again, which is safe because the id of an event is its identity.
 */
record Verdict(
        Kind kind,
        String reason,
        @Nullable Accounting accounting,
        @Nullable Duration notBefore) {

    enum Kind {
        ACKNOWLEDGED,
        TOO_LARGE,
        REFUSED,
        TRY_AGAIN,
        TRY_AGAIN_SLOWLY
    }

    static Verdict tryAgain(String reason) {
        return new Verdict(Kind.TRY_AGAIN, reason, null, null);
    }

    static Verdict of(HttpResponse<byte[]> response, int events, AnswerReader reader, Instant now) {
        int status = response.statusCode();
        if (status == 200 || status == 202) {
            Accounting accounting = reader.accounting(response.body());
            return accounting != null && accounting.received() == events
                    ? new Verdict(Kind.ACKNOWLEDGED, "", accounting, null)
                    : new Verdict(Kind.TRY_AGAIN_SLOWLY, "answered " + status + " without an accounting", null, null);
        }
        String problem = reader.problem(response.body());
        String reason = "answered " + status + (problem.isEmpty() ? "" : " (" + problem + ")");
        return new Verdict(kindOf(status), reason, null, RetryAfter.of(response.headers(), now));
    }

    /** A wrong key, path or proxy can be put right, and then nothing should have been lost: those are only slowed. */
    private static Kind kindOf(int status) {
        return switch (status) {
            case 400, 422 -> Kind.REFUSED;
            case 413 -> Kind.TOO_LARGE;
            case 408, 429 -> Kind.TRY_AGAIN;
            default -> status >= 500 ? Kind.TRY_AGAIN : Kind.TRY_AGAIN_SLOWLY;
        };
    }
}
