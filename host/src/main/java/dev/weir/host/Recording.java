package dev.weir.host;

import dev.weir.store.Accounting;
import dev.weir.store.EventLog;
import dev.weir.store.LogRow;
import dev.weir.store.LogRow.EventId;
import dev.weir.store.Parked;
import dev.weir.store.TelemetryFacts;
import dev.weir.store.ToldSignals;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The half of a host's work that is about what came, not about what it means: which events are new, which are to be
 * parked, what the accounts say of them, and the facts that are rows of their own.
 */
public final class Recording {
    private final long parkedBytesPerDay;
    private final int slot;

    /** @param slot where this writer keeps its share of the accounts */
    public Recording(long parkedBytesPerDay, int slot) {
        this.parkedBytesPerDay = parkedBytesPerDay;
        this.slot = slot;
    }

    /** The events of requests, each sent its way. */
    public static final class Sorted {
        private final Map<EventId, LogRow> fresh = new LinkedHashMap<>();
        private final List<Outcome> outcomes = new ArrayList<>();
        private final Accounting accounting = new Accounting();

        /** What the log does not have yet. */
        public Collection<LogRow> fresh() {
            return fresh.values();
        }

        /** One for each request. */
        public List<Outcome> outcomes() {
            return outcomes;
        }
    }

    /** Finds out what is new of these requests, and parks what was rejected. */
    public Sorted sort(Connection connection, List<Submission> group) throws SQLException {
        Set<EventId> known = known(connection, group);
        Sorted sorted = new Sorted();
        for (Submission submission : group) {
            sorted.outcomes.add(sort(submission, known, sorted));
            Parked.park(connection, submission.rejected(), parkedBytesPerDay);
        }
        return sorted;
    }

    /** What is written beside the log and the rows of the folds. */
    public void write(Connection connection, Sorted sorted) throws SQLException {
        TelemetryFacts.add(connection, sorted.fresh());
        ToldSignals.add(connection, sorted.fresh());
        sorted.accounting.save(connection, slot);
    }

    private static Set<EventId> known(Connection connection, List<Submission> group) throws SQLException {
        List<LogRow> rows = new ArrayList<>();
        group.forEach(submission -> rows.addAll(submission.rows()));
        return rows.isEmpty() ? Set.of() : EventLog.existing(connection, rows);
    }

    /** New, seen before, or of a type that no fold knows. */
    private static Outcome sort(Submission submission, Set<EventId> known, Sorted sorted) {
        int accepted = 0;
        int duplicates = 0;
        int ignored = 0;
        Map<String, Integer> reasons = new TreeMap<>();
        Accounting accounting = sorted.accounting;
        String credential = submission.credential();
        for (LogRow row : submission.rows()) {
            EventId id = row.eventId();
            if (known.contains(id) || sorted.fresh.putIfAbsent(id, row) != null) {
                duplicates++;
                accounting.duplicate(row.source(), credential);
            } else if (row.isIgnored()) {
                ignored++;
                if (row.ignoredBecause() != null) {
                    reasons.merge(row.ignoredBecause(), 1, Integer::sum);
                }
                accounting.ignored(row.source(), credential);
            } else {
                accepted++;
                accounting.accepted(row.source(), credential, row.event().at());
            }
        }
        submission.rejected().forEach(row -> accounting.rejected(row.source(), credential));
        return new Outcome(
                accepted,
                duplicates,
                ignored,
                null,
                reasons,
                submission.rejected().stream().map(Parked.Row::rejection).toList());
    }
}
