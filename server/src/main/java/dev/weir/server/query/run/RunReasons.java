package dev.weir.server.query.run;

import dev.weir.core.event.Ids;
import dev.weir.core.run.AttemptState;
import dev.weir.core.run.HealthFacts;
import dev.weir.core.run.RunState;
import dev.weir.core.run.RunStatus;
import dev.weir.store.ListedRuns.ListedRun;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Why a run was cancelled, or the last error of the step that is tried again: words that only the log keeps. */
final class RunReasons {
    /** @param stepName whose error it is; null for a cancellation */
    record Reason(@Nullable String stepName, String text) {}

    private record Told(@Nullable String stepName, UUID event) {}

    private static final int LONGEST = 1_000;
    private static final String TEXTS = """
            SELECT l.key, left(coalesce(l.payload->'error'->>'message', l.payload->>'reason'), %d)
            FROM unnest(?::int[], ?::uuid[], ?::uuid[]) AS wanted(month, id, key)
            JOIN event_log l ON l.month = wanted.month AND l.id = wanted.id AND l.key = wanted.key
            """.formatted(LONGEST);

    private RunReasons() {}

    /** By the ids of the runs; those without a reason are missing. */
    static Map<UUID, Reason> of(Connection connection, List<ListedRun> runs) throws SQLException {
        Map<UUID, Told> told = new LinkedHashMap<>();
        for (ListedRun run : runs) {
            Told event = told(run.state());
            if (event != null) {
                told.put(run.id(), event);
            }
        }
        Map<UUID, Reason> reasons = new HashMap<>();
        if (told.isEmpty()) {
            return reasons;
        }
        try (PreparedStatement select = connection.prepareStatement(TEXTS)) {
            Object[] events = told.values().stream().map(Told::event).toArray();
            Object[] months =
                    told.values().stream().map(one -> Ids.monthOf(one.event())).toArray();
            select.setArray(1, connection.createArrayOf("int4", months));
            select.setArray(2, connection.createArrayOf("uuid", events));
            select.setArray(3, connection.createArrayOf("uuid", told.keySet().toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    add(reasons, told, row.getObject(1, UUID.class), row.getString(2));
                }
            }
        }
        return reasons;
    }

    private static void add(Map<UUID, Reason> reasons, Map<UUID, Told> told, UUID run, @Nullable String text) {
        Told event = told.get(run);
        if (event != null && text != null) {
            reasons.put(run, new Reason(event.stepName(), text));
        }
    }

    /** The event that tells; null if there is nothing to tell. */
    private static @Nullable Told told(RunState run) {
        if (run.isEnded()) {
            UUID end = run.endEvent();
            return run.status() == RunStatus.CANCELLED && end != null ? new Told(null, end) : null;
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
        return latest == null ? null : new Told(step, latest);
    }
}
