package dev.weir.store;

import dev.weir.core.signal.Phases;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Which steps belong to which phase, as the server that started last has it: who folds without being told takes this. */
public final class StoredPhases {
    private static final String SAVE = """
            INSERT INTO signal_rules (phases) VALUES (?) ON CONFLICT (one) DO UPDATE SET phases = excluded.phases
            WHERE signal_rules.phases <> excluded.phases
            """;

    private StoredPhases() {}

    public static Phases load(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT phases FROM signal_rules");
                ResultSet row = select.executeQuery()) {
            return row.next() ? Phases.parse(row.getString(1)) : Phases.DEFAULT;
        }
    }

    public static void save(Connection connection, Phases phases) throws SQLException {
        try (PreparedStatement save = connection.prepareStatement(SAVE)) {
            save.setString(1, phases.setting());
            save.executeUpdate();
        }
    }
}
