package dev.weir.server.ingest;

import dev.weir.core.event.Ids;
import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.sql.SQLException;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code PUT /api/v1/signals/{jobId}}: the first signal of a job that sends no events. */
@RestController
final class TellSignalEndpoint {
    private final RequestBody bodies;
    private final QueryDefaults queries;
    private final EventIntake intake;

    TellSignalEndpoint(RequestBody bodies, QueryDefaults queries, EventIntake intake) {
        this.bodies = bodies;
        this.queries = queries;
        this.intake = intake;
    }

    @PutMapping("/api/v1/signals/{jobId}")
    Accounted put(Scope scope, @PathVariable String jobId, HttpServletRequest request)
            throws IOException, SQLException, InterruptedException {
        UUID job = Ids.parse(jobId);
        if (job == null) {
            throw new Problem(
                    HttpStatus.BAD_REQUEST, "bad_job", "The id of a job is a UUID, and '" + jobId + "' is none.");
        }
        return Accounted.after(
                intake.takeSignal(scope, bodies.read(request), job, queries.of(request.getQueryString())));
    }
}
