package dev.weir.store;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What people do about failures. It is theirs: nothing that is derived ever changes it. */
public final class FailureInbox {
    private static final String CHANGE = """
            INSERT INTO failure_inbox AS i (org, id, run_seq, taken_by, taken_at, note, closed_at)
            SELECT o.org, f.id, f.run_seq, ?, CASE WHEN ?::text IS NULL THEN NULL ELSE ?::timestamptz END, ?,
                   CASE WHEN ? THEN ?::timestamptz END
            FROM organisations o CROSS JOIN unnest(?::uuid[], ?::int[]) AS f(id, run_seq)
            WHERE o.id = ? ORDER BY f.id, f.run_seq
            ON CONFLICT (org, id, run_seq) DO UPDATE SET
              taken_by = CASE WHEN ? THEN excluded.taken_by ELSE i.taken_by END,
              taken_at = CASE WHEN NOT ? OR excluded.taken_by = i.taken_by THEN i.taken_at ELSE excluded.taken_at END,
              note = CASE WHEN ? THEN excluded.note ELSE i.note END,
              closed_at = CASE WHEN NOT ? OR excluded.closed_at IS NOT NULL AND i.closed_at IS NOT NULL THEN i.closed_at
                               ELSE excluded.closed_at END,
              updated_at = now()
            """;
    /** Of which nothing is said any more. */
    private static final String CLEAR = """
            DELETE FROM failure_inbox i USING organisations o, unnest(?::uuid[], ?::int[]) AS f(id, run_seq)
            WHERE o.id = ? AND i.org = o.org AND i.id = f.id AND i.run_seq = f.run_seq
              AND i.taken_by IS NULL AND i.note IS NULL AND i.closed_at IS NULL
            """;

    private FailureInbox() {}

    /** A run that failed. */
    public record Place(UUID id, int runSeq) {}

    /** A text that somebody enters, or takes away by null. */
    public record Text(@Nullable String value) {}

    /**
     * What is to become of failures; what is null stays as it is.
     *
     * @param takenBy who looks after it
     * @param closed whether it is done with
     */
    public record Change(
            @Nullable Text takenBy,
            @Nullable Text note,
            @Nullable Boolean closed) {}

    public static void change(Connection connection, UUID org, List<Place> failures, Change change, Instant now)
            throws SQLException {
        Array ids = connection.createArrayOf(
                "uuid", failures.stream().map(Place::id).toArray());
        Array seqs = connection.createArrayOf(
                "int4", failures.stream().map(Place::runSeq).toArray());
        try (PreparedStatement save = connection.prepareStatement(CHANGE)) {
            String takenBy = change.takenBy() == null ? null : change.takenBy().value();
            save.setString(1, takenBy);
            save.setString(2, takenBy);
            save.setObject(3, now.atOffset(ZoneOffset.UTC));
            save.setString(4, change.note() == null ? null : change.note().value());
            save.setBoolean(5, Boolean.TRUE.equals(change.closed()));
            save.setObject(6, now.atOffset(ZoneOffset.UTC));
            save.setArray(7, ids);
            save.setArray(8, seqs);
            save.setObject(9, org);
            save.setBoolean(10, change.takenBy() != null);
            save.setBoolean(11, change.takenBy() != null);
            save.setBoolean(12, change.note() != null);
            save.setBoolean(13, change.closed() != null);
            save.executeUpdate();
        }
        try (PreparedStatement clear = connection.prepareStatement(CLEAR)) {
            clear.setArray(1, ids);
            clear.setArray(2, seqs);
            clear.setObject(3, org);
            clear.executeUpdate();
        }
    }
}
