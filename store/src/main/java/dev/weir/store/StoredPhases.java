package dev.weir.store;

import dev.weir.core.signal.Phases;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Which steps belong to which phase, as the server that started last has it: who folds without being told takes this. */
public final class StoredPhases {
    private static final String SAVE = "INSERT INTO signal_rules (phases) VALUES (?) ON CONFLICT (one) DO NOTHING";
    private static final String CHANGE = "UPDATE signal_rules SET phases = ? WHERE phases <> ?";

    /** Until they are folded again, they count as left by an older fold. */
    private static final String FOLD_AGAIN = """
            WITH old AS (UPDATE scheduler.first_signal_snapshots SET fold_version = 0 WHERE fold_version IS NOT NULL
                         RETURNING job_id)
            INSERT INTO pending_folds (id, org)
            SELECT coalesce(f.id, r.id), r.org FROM old JOIN runs r ON r.id = old.job_id AND r.newest
            LEFT JOIN sessions f ON r.stage_role = 3 AND f.run_id = r.id
            ON CONFLICT (id) DO NOTHING
            """;

    private StoredPhases() {}

    public static Phases load(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT phases FROM signal_rules");
                ResultSet row = select.executeQuery()) {
            return row.next() ? Phases.parse(row.getString(1)) : Phases.DEFAULT;
        }
    }

    /** Other phases than before reach what is stored, too: signals at once, failures behind the commits. */
    public static void save(Connection connection, Phases phases) throws SQLException {
        try (PreparedStatement save = connection.prepareStatement(SAVE);
                PreparedStatement change = connection.prepareStatement(CHANGE);
                Statement again = connection.createStatement()) {
            save.setString(1, phases.setting());
            save.executeUpdate();
            change.setString(1, phases.setting());
            change.setString(2, phases.setting());
            if (change.executeUpdate() > 0) {
                again.executeUpdate(FOLD_AGAIN);
                BehindCommits.beginAgain(connection, FailureLearning.FOLLOWER);
            }
        }
    }
}
