package dev.weir.server.query.failure;

import dev.weir.core.event.Ids;
import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Edits;
import dev.weir.server.query.Page;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.Takes;
import dev.weir.store.FailureInbox;
import dev.weir.store.FailureInbox.Change;
import dev.weir.store.FailureInbox.Place;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Every run that failed, newest first, and what people do about each. */
@RestController
final class FailuresEndpoint {
    private final LearnedFailures failures;
    private final Edits edits;
    private final Clock clock;

    FailuresEndpoint(LearnedFailures failures, Edits edits, Clock clock) {
        this.failures = failures;
        this.edits = edits;
        this.clock = clock;
    }

    @GetMapping("/api/v1/failures")
    @Takes({
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.NAME,
        Parameter.FROM,
        Parameter.TO,
        Parameter.SIGNATURE,
        Parameter.INBOX,
        Parameter.FAILURE_Q,
        Parameter.RUNS,
        Parameter.LIMIT,
        Parameter.CURSOR
    })
    Page<FailureItem> failures(Scope scope, Parameters parameters) throws SQLException {
        FailureFilter filter = FailureFilter.everAfter(parameters);
        FailurePosition after = FailurePosition.parse(parameters.text(Parameter.CURSOR));
        int limit = parameters.limit();
        return failures.answer(
                connection -> FailureList.of(connection, scope, filter).page(limit, after));
    }

    @GetMapping("/api/v1/failures/frequency")
    @Takes({Parameter.ENV, Parameter.SERVICE, Parameter.NAME, Parameter.FROM, Parameter.TO, Parameter.RUNS})
    Page<FailureFrequency.Item> frequency(Scope scope, Parameters parameters) throws SQLException {
        FailureFilter filter = FailureFilter.lately(parameters, clock.instant());
        return failures.answer(connection -> {
            List<FailedWorkflow> workflows = FailedWorkflow.of(connection, scope, filter);
            return new Page<>(new FailureFrequency(connection, filter, workflows).find(), null);
        });
    }

    /** One of them, however old: for a link to it. */
    @GetMapping("/api/v1/failures/{runId}/{runSeq}")
    FailureItem one(Scope scope, @PathVariable String runId, @PathVariable String runSeq) throws SQLException {
        Place place = place(runId, runSeq);
        return failures.answer(connection -> find(connection, scope, place));
    }

    @PatchMapping("/api/v1/failures/{runId}/{runSeq}")
    FailureItem edit(
            Scope scope,
            @PathVariable String runId,
            @PathVariable String runSeq,
            @RequestBody Map<String, @Nullable Object> changes)
            throws SQLException {
        Place place = place(runId, runSeq);
        Change change = new InboxEdit(changes).change();
        return edits.make(connection -> {
            find(connection, scope, place);
            FailureInbox.change(connection, scope.org(), List.of(place), change, clock.instant());
            return find(connection, scope, place);
        });
    }

    private static FailureItem find(Connection connection, Scope scope, Place place) throws SQLException {
        FailureItem item = FailureList.one(connection, scope, place);
        if (item == null) {
            throw unknown(place.id() + "/" + place.runSeq());
        }
        return item;
    }

    private static Place place(String runId, String runSeq) {
        UUID id = Ids.parse(runId);
        if (id == null || !runSeq.matches("\\d{1,9}")) {
            throw unknown(runId + "/" + runSeq);
        }
        return new Place(id, Integer.parseInt(runSeq));
    }

    private static Problem unknown(String which) {
        return new Problem(
                HttpStatus.NOT_FOUND, "unknown_failure", "There is no failure " + which + " in what you may see.");
    }
}
