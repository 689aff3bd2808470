package dev.weir.server.query.run;

import dev.weir.core.event.Ids;
import dev.weir.core.run.AttemptState;
import dev.weir.core.run.HealthFacts;
import dev.weir.core.run.RunState;
import dev.weir.core.run.RunStatus;
import dev.weir.store.ListedRuns.ListedRun;
import dev.weir.store.ListedRuns.OneRun;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Why a run was cancelled, or the last error of the step that is tried again: words that only the log keeps. */
final class RunReasons {
    /** @param stepName whose error it is; null for a cancellation */
    record Reason(@Nullable String stepName, String text) {}

    private record Told(OneRun run, @Nullable String stepName, UUID event) {}

    private static final int LONGEST = 1_000;
    private static final String TEXTS = """
            SELECT wanted.n, left(coalesce(l.payload->'error'->>'message', l.payload->>'reason'), %d)
            FROM unnest(?::int[], ?::uuid[], ?::uuid[]) WITH ORDINALITY AS wanted(month, id, key, n)
            JOIN event_log l ON l.month = wanted.month AND l.id = wanted.id AND l.key = wanted.key
            """.formatted(LONGEST);

    private RunReasons() {}

    /** Those without a reason are missing. */
    static Map<OneRun, Reason> of(Connection connection, Collection<ListedRun> runs) throws SQLException {
        List<Told> told = new ArrayList<>();
        for (ListedRun run : runs) {
            Told event = told(run);
            if (event != null) {
                told.add(event);
            }
        }
        Map<OneRun, Reason> reasons = new HashMap<>();
        if (told.isEmpty()) {
            return reasons;
        }
        try (PreparedStatement select = connection.prepareStatement(TEXTS)) {
            Object[] events = told.stream().map(Told::event).toArray();
            Object[] months = told.stream().map(one -> Ids.monthOf(one.event())).toArray();
            select.setArray(1, connection.createArrayOf("int4", months));
            select.setArray(2, connection.createArrayOf("uuid", events));
            select.setArray(
                    3,
                    connection.createArrayOf(
                            "uuid", told.stream().map(one -> one.run().id()).toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Told one = told.get(row.getInt(1) - 1);
                    String text = row.getString(2);
                    if (text != null) {
                        reasons.put(one.run(), new Reason(one.stepName(), text));
                    }
                }
            }
        }
        return reasons;
    }

    /** The event that tells; null if there is nothing to tell. */
    private static @Nullable Told told(ListedRun listed) {
        RunState run = listed.state();
        if (run.isEnded()) {
            UUID end = run.endEvent();
            return run.status() == RunStatus.CANCELLED && end != null ? new Told(listed.number(), null, end) : null;
        }
        String step = HealthFacts.of(run).step();
        UUID latest = null;
        int number = Integer.MIN_VALUE;
        for (AttemptState attempt : run.attempts()) {
            UUID error = attempt.errorEvent();
            boolean ofStep = run.steps().get(attempt.step()).name().equals(step);
            if (error != null && ofStep && attempt.number() > number) {
                latest = error;
                number = attempt.number();
            }
        }
        return latest == null ? null : new Told(listed.number(), step, latest);
    }
}
