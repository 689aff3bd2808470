package dev.weir.server.query.failure;

import dev.weir.core.event.Ids;
import dev.weir.server.Problem;
import dev.weir.server.query.Micros;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * Which failures are asked for. An empty set stands for any. Times in microseconds.
 *
 * @param to the moment after the range; later than any failure if none was said
 * @param search in lower case, empty for none
 * @param newest only those that are the newest run of their workflow id
 */
record FailureFilter(
        Set<String> envs,
        Set<String> services,
        Set<String> names,
        long from,
        long to,
        @Nullable UUID signature,
        Set<InboxState> inbox,
        String search,
        boolean newest) {

    /** Of all times, unless a range is said. */
    static FailureFilter everAfter(Parameters parameters) {
        return of(parameters, null);
    }

    /** Of the last day, unless a range is said. */
    static FailureFilter lately(Parameters parameters, Instant now) {
        return of(parameters, now);
    }

    private static FailureFilter of(Parameters parameters, @Nullable Instant now) {
        Instant from = parameters.time(Parameter.FROM);
        Instant to = parameters.time(Parameter.TO);
        Parameters.checkRange(from, to);
        Instant end = to == null ? now : to;
        EnumSet<InboxState> inbox = EnumSet.noneOf(InboxState.class);
        parameters.texts(Parameter.INBOX).forEach(label -> inbox.add(InboxState.of(label)));
        return new FailureFilter(
                parameters.texts(Parameter.ENV),
                parameters.texts(Parameter.SERVICE),
                parameters.texts(Parameter.NAME),
                from != null
                        ? Micros.of(from)
                        : now == null || end == null ? Micros.EARLIEST : Micros.of(end.minus(Duration.ofDays(1))),
                to == null ? Micros.LATEST : Micros.of(to),
                signature(parameters.text(Parameter.SIGNATURE)),
                inbox,
                parameters.text(Parameter.FAILURE_Q, "").toLowerCase(Locale.ROOT),
                "newest".equals(parameters.text(Parameter.RUNS)));
    }

    private static @Nullable UUID signature(@Nullable String text) {
        UUID id = text == null ? null : Ids.parse(text);
        if (text != null && id == null) {
            throw new Problem(
                    HttpStatus.BAD_REQUEST,
                    "bad_value",
                    "The parameter 'signature' must be the id of a kind of failure, as 'signatureId' tells it.");
        }
        return id;
    }

    FailureFilter of(UUID kind) {
        return new FailureFilter(envs, services, names, from, to, kind, inbox, search, newest);
    }

    /** The same of all that nobody needs to look at any more, or of all that somebody should. */
    FailureFilter in(Set<InboxState> states) {
        return new FailureFilter(envs, services, names, from, to, signature, states, search, newest);
    }

    boolean accepts(String name) {
        return names.isEmpty() || names.contains(name);
    }

    boolean accepts(InboxState state) {
        return inbox.isEmpty() || inbox.contains(state);
    }
}
