package dev.weir.server.query;

import dev.weir.testkit.db.TestDatabase;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plain SQL beside what a server answers, and its rows as values that can be compared. */
public final class Sql {
    private Sql() {}

    public static void execute(TestDatabase database, String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    public static List<List<Object>> rows(TestDatabase database, String sql) throws SQLException {
        List<List<Object>> rows = new ArrayList<>();
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                List<Object> values = new ArrayList<>();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    Object value = row.getObject(i);
                    values.add(value(value));
                }
                rows.add(values);
            }
        }
        return rows;
    }

    private static Object value(@Nullable Object value) throws SQLException {
        if (value instanceof Array array) {
            return Arrays.asList((Object[]) array.getArray());
        }
        return value == null ? "none" : value instanceof Double d ? rounded(d) : value;
    }

    /** Sums in another order differ in their last digits. */
    public static String rounded(double value) {
        return "%.4f".formatted(value);
    }

    public static List<Object> list(Object... values) {
        return Arrays.asList(values);
    }
}
