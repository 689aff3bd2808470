package dev.weir.store;

import dev.weir.core.session.SessionRules;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/** The rules of sessions that the server which started last goes by: who folds without being told them takes these. */
public final class StoredRules {
    private static final String LOAD =
            "SELECT excusable, literal_wallets, attribution_micros, idle_micros FROM session_rules";
    private static final String SAVE = """
            INSERT INTO session_rules (excusable, literal_wallets, attribution_micros, idle_micros) VALUES (?, ?, ?, ?)
            ON CONFLICT (one) DO UPDATE SET excusable = excluded.excusable, literal_wallets = excluded.literal_wallets,
              attribution_micros = excluded.attribution_micros, idle_micros = excluded.idle_micros
            """;

    private StoredRules() {}

    public static SessionRules load(Connection connection) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(LOAD)) {
            return row.next()
                    ? new SessionRules(
                            Arrays.asList((String[]) row.getArray(1).getArray()),
                            row.getBoolean(2),
                            row.getLong(3),
                            row.getLong(4))
                    : SessionRules.DEFAULT;
        }
    }

    public static void save(Connection connection, SessionRules rules) throws SQLException {
        try (PreparedStatement save = connection.prepareStatement(SAVE)) {
            save.setArray(1, connection.createArrayOf("text", rules.excusable().toArray()));
            save.setBoolean(2, rules.literalWallets());
            save.setLong(3, rules.attributionMicros());
            save.setLong(4, rules.idleMicros());
            save.executeUpdate();
        }
    }
}
