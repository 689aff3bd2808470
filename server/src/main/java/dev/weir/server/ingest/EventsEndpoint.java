package dev.weir.server.ingest;

import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.server.ingest.EventIntake.Format;
import dev.weir.wire.EventDecoder.Defaults;
import dev.weir.wire.EventFamily;
import dev.weir.wire.UnreadableBody;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /api/v1/events}: answered after the commit, so that what is acknowledged is durable and folded. */
@RestController
final class EventsEndpoint {
    private final RequestBody bodies;
    private final QueryDefaults queries;
    private final EventIntake intake;

    EventsEndpoint(RequestBody bodies, QueryDefaults queries, EventIntake intake) {
        this.bodies = bodies;
        this.queries = queries;
        this.intake = intake;
    }

    @PostMapping("/api/v1/events")
    Accounted post(Scope scope, HttpServletRequest request) throws IOException, SQLException, InterruptedException {
        Defaults defaults = queries.of(request.getQueryString());
        byte[] body = bodies.read(request);
        try {
            return Accounted.after(
                    intake.take(scope, EventFamily.WORKFLOW, format(request.getContentType()), body, defaults));
        } catch (UnreadableBody e) {
            throw problem(e);
        }
    }

    static Problem problem(UnreadableBody unreadable) {
        HttpStatus status =
                unreadable.code().equals("too_many_events") ? HttpStatus.CONTENT_TOO_LARGE : HttpStatus.BAD_REQUEST;
        return new Problem(status, unreadable.code(), unreadable.reason());
    }

    static Format format(@Nullable String contentType) {
        String type = contentType == null ? "" : contentType.toLowerCase(Locale.ROOT);
        return type.contains("ndjson") || type.contains("jsonl") ? Format.LINES : Format.JSON;
    }
}
