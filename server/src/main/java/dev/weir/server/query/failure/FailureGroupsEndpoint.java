package dev.weir.server.query.failure;

import dev.weir.core.event.Ids;
import dev.weir.core.signal.OverRepresented;
import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Edits;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.Takes;
import dev.weir.store.FailureInbox;
import dev.weir.store.FailureInbox.Change;
import dev.weir.store.FailureInbox.Place;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Failures by kind, one kind with what its failures have in common, and doing something about all of them at once. */
@RestController
final class FailureGroupsEndpoint {
    private static final int NEWEST = 10;

    private final LearnedFailures failures;
    private final Edits edits;
    private final Clock clock;

    FailureGroupsEndpoint(LearnedFailures failures, Edits edits, Clock clock) {
        this.failures = failures;
        this.edits = edits;
        this.clock = clock;
    }

    record Day(Instant from, long count) {}

    /** @param daily of the last 30 days, those without a failure left out */
    record Detail(
            FailureGroup group, List<OverRepresented> overRepresented, List<FailureItem> newest, List<Day> daily) {}

    @GetMapping("/api/v1/failures/groups")
    @Takes({
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.NAME,
        Parameter.FROM,
        Parameter.TO,
        Parameter.SIGNATURE_STATE,
        Parameter.SIGNATURE_Q,
        Parameter.LIMIT,
        Parameter.CURSOR
    })
    FailureGroups.Found groups(Scope scope, Parameters parameters) throws SQLException {
        FailureFilter filter = FailureFilter.lately(parameters, clock.instant());
        Set<String> states = parameters.texts(Parameter.SIGNATURE_STATE);
        String text = parameters.text(Parameter.SIGNATURE_Q, "");
        int limit = parameters.limit();
        FailureGroupPosition after = FailureGroupPosition.parse(parameters.text(Parameter.CURSOR));
        return failures.answer(
                connection -> new FailureGroups(connection, scope, filter, now()).find(states, text, limit, after));
    }

    @GetMapping("/api/v1/failures/groups/{signatureId}")
    @Takes({Parameter.ENV, Parameter.SERVICE, Parameter.NAME, Parameter.FROM, Parameter.TO})
    Detail group(Scope scope, @PathVariable String signatureId, Parameters parameters) throws SQLException {
        UUID signature = signature(signatureId);
        FailureFilter filter = FailureFilter.lately(parameters, clock.instant());
        return failures.answer(connection -> {
            FailureGroups groups = new FailureGroups(connection, scope, filter, now());
            FailureGroup group = known(groups.one(signature), signatureId);
            FailureFilter own = filter.of(signature);
            return new Detail(
                    group,
                    new FailureSample(connection, scope, own, groups.workflows()).overRepresented(),
                    new FailureList(connection, own, groups.workflows())
                            .page(NEWEST, FailurePosition.START)
                            .items(),
                    FailureDays.of(connection, groups.workflows(), own, now()));
        });
    }

    /** Of all that have not recovered; those that are closed already only if they are to be opened again. */
    @PatchMapping("/api/v1/failures/groups/{signatureId}/inbox")
    @Takes({Parameter.ENV, Parameter.SERVICE, Parameter.NAME, Parameter.FROM, Parameter.TO})
    FailureGroup edit(
            Scope scope,
            @PathVariable String signatureId,
            Parameters parameters,
            @RequestBody Map<String, @Nullable Object> changes)
            throws SQLException {
        UUID signature = signature(signatureId);
        Change change = new InboxEdit(changes).change();
        Set<InboxState> states = Boolean.FALSE.equals(change.closed())
                ? EnumSet.of(InboxState.OPEN, InboxState.TAKEN, InboxState.CLOSED)
                : EnumSet.of(InboxState.OPEN, InboxState.TAKEN);
        FailureFilter filter = FailureFilter.everAfter(parameters).of(signature).in(states);
        FailureFilter shown = FailureFilter.lately(parameters, clock.instant());
        return edits.make(connection -> {
            known(new FailureGroups(connection, scope, shown, now()).one(signature), signatureId);
            List<Place> places = FailureList.of(connection, scope, filter).places();
            FailureInbox.change(connection, scope.org(), places, change, clock.instant());
            return known(new FailureGroups(connection, scope, shown, now()).one(signature), signatureId);
        });
    }

    private static UUID signature(String id) {
        UUID signature = Ids.parse(id);
        if (signature == null) {
            throw unknown(id);
        }
        return signature;
    }

    private static FailureGroup known(@Nullable FailureGroup group, String id) {
        if (group == null) {
            throw unknown(id);
        }
        return group;
    }

    private static Problem unknown(String id) {
        return new Problem(
                HttpStatus.NOT_FOUND, "unknown_signature", "There is no signature " + id + " in what you may see.");
    }

    private long now() {
        return clock.millis() * 1000;
    }
}
