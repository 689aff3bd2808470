package dev.weir.server.ingest;

import dev.weir.server.access.Scope;
import dev.weir.wire.EventDecoder.Defaults;
import dev.weir.wire.EventFamily;
import dev.weir.wire.UnreadableBody;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.sql.SQLException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code POST /api/v1/ttfs-events}: how first signals came to people, one row, an array, or NDJSON. As with other events, what
 * is acknowledged is durable and counted.
 */
@RestController
final class TelemetryEndpoint {
    private final RequestBody bodies;
    private final QueryDefaults queries;
    private final EventIntake intake;

    TelemetryEndpoint(RequestBody bodies, QueryDefaults queries, EventIntake intake) {
        this.bodies = bodies;
        this.queries = queries;
        this.intake = intake;
    }

    @PostMapping("/api/v1/ttfs-events")
    Accounted post(Scope scope, HttpServletRequest request) throws IOException, SQLException, InterruptedException {
        Defaults source = queries.of(request.getQueryString());
        byte[] body = bodies.read(request);
        try {
            return Accounted.after(intake.take(
                    scope, EventFamily.TELEMETRY, EventsEndpoint.format(request.getContentType()), body, source));
        } catch (UnreadableBody e) {
            throw EventsEndpoint.problem(e);
        }
    }
}
