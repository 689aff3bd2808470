package dev.weir.server.ingest;

import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.server.ingest.EventIntake.Format;
import dev.weir.server.project.Unavailable;
import dev.weir.wire.EventDecoder.Defaults;
import dev.weir.wire.UnreadableBody;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponents;
import org.springframework.web.util.UriComponentsBuilder;
import org.springframework.web.util.UriUtils;

/** {@code POST /api/v1/events}: answered after the commit, so that what is acknowledged is durable and folded. */
@RestController
final class EventsEndpoint {
    private static final long LONGEST_WAIT_S = 60;

    private final RequestBody bodies;
    private final EventIntake intake;

    EventsEndpoint(RequestBody bodies, EventIntake intake) {
        this.bodies = bodies;
        this.intake = intake;
    }

    @PostMapping("/api/v1/events")
    Accounted post(Scope scope, HttpServletRequest request) throws IOException, SQLException, InterruptedException {
        byte[] body = bodies.read(request);
        try {
            return Accounted.of(intake.take(scope, format(request.getContentType()), body, defaults(request))
                    .get(LONGEST_WAIT_S, TimeUnit.SECONDS));
        } catch (UnreadableBody e) {
            HttpStatus status =
                    e.code().equals("too_many_events") ? HttpStatus.CONTENT_TOO_LARGE : HttpStatus.BAD_REQUEST;
            throw new Problem(status, e.code(), e.reason());
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Unavailable cause ? unavailable(cause.reason()) : new IllegalStateException(e);
        } catch (TimeoutException e) {
            throw unavailable("The commit takes longer than " + LONGEST_WAIT_S + " s");
        }
    }

    private static Problem unavailable(String what) {
        return new Problem(
                HttpStatus.SERVICE_UNAVAILABLE, "overloaded", what + ": send the same events again a little later.");
    }

    private static Format format(@Nullable String contentType) {
        String type = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT);
        return type.contains("ndjson") || type.contains("jsonl") || type.contains("json-seq")
                ? Format.LINES
                : Format.JSON;
    }

    /** Read from the query by hand: asking the request for a parameter would make it read a form from the body. */
    private static Defaults defaults(HttpServletRequest request) {
        if (request.getQueryString() == null) {
            return Defaults.NONE;
        }
        UriComponents query =
                UriComponentsBuilder.newInstance().query(request.getQueryString()).build();
        return new Defaults(parameter(query, "env"), parameter(query, "service"));
    }

    private static String parameter(UriComponents query, String name) {
        String value = query.getQueryParams().getFirst(name);
        return value == null || value.isEmpty()
                ? "default"
                : UriUtils.decode(value.replace('+', ' '), StandardCharsets.UTF_8);
    }
}
