package dev.weir.cli;

import dev.weir.cli.ResultWriter.Column;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.core.NativeQuery;
import org.postgresql.core.Parser;

/** Statements one after the other in one read-only transaction, their rows streamed to a writer. */
final class ReadOnlyScript {
    private static final int ROWS_AT_A_TIME = 1_000;
    private static final Pattern TIMESTAMP =
            Pattern.compile("(\\d{4,}-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d)(\\.\\d+)?(\\+00)?");

    /**
     * A superuser may write files and run programs even where it may not write rows, and the embedded database knows no
     * other user. Whoever is none has what was granted.
     */
    private static final String READ_ALL_AND_NO_MORE = """
            SELECT set_config('role', 'pg_read_all_data', false) WHERE current_setting('is_superuser') = 'on'""";

    private final Connection connection;
    private final ResultWriter writer;

    ReadOnlyScript(Connection connection, ResultWriter writer) {
        this.connection = connection;
        this.writer = writer;
    }

    void run(String script) throws SQLException {
        connection.setReadOnly(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TIME ZONE 'UTC'");
            statement.execute(READ_ALL_AND_NO_MORE);
            connection.setAutoCommit(false);
            statement.setEscapeProcessing(false);
            statement.setFetchSize(ROWS_AT_A_TIME);
            for (NativeQuery query : Parser.parseJdbcSql(script, true, false, true, false, false)) {
                // Once a transaction has taken a snapshot, nothing can make it writable any more. Before each, because
                // a script may end a transaction; the driver then begins the next one, read-only as well.
                statement.execute("SELECT 1");
                if (statement.execute(query.nativeSql)) {
                    print(statement.getResultSet());
                }
            }
        }
        connection.rollback();
    }

    private void print(ResultSet rows) throws SQLException {
        ResultSetMetaData meta = rows.getMetaData();
        List<Column> columns = new ArrayList<>();
        List<String> types = new ArrayList<>();
        for (int i = 1; i <= meta.getColumnCount(); i++) {
            types.add(meta.getColumnTypeName(i));
            columns.add(new Column(meta.getColumnLabel(i), isNumber(meta.getColumnTypeName(i))));
        }
        writer.begin(columns);
        while (rows.next()) {
            List<@Nullable String> cells = new ArrayList<>(types.size());
            for (int i = 0; i < types.size(); i++) {
                cells.add(text(rows.getString(i + 1), types.get(i)));
            }
            writer.row(cells);
        }
        writer.end();
    }

    private static boolean isNumber(String type) {
        return switch (type) {
            case "int2", "int4", "int8", "serial", "bigserial", "smallserial", "numeric", "float4", "float8" -> true;
            default -> false;
        };
    }

    static @Nullable String text(@Nullable String value, String type) {
        if (value == null) {
            return null;
        }
        return switch (type) {
            case "bool" -> value.equals("t") ? "true" : "false";
            case "timestamptz", "timestamp" -> iso(value);
            default -> value;
        };
    }

    /** As in the API, but to the microsecond where there are some; infinity and years before Christ stay as they are. */
    private static String iso(String timestamp) {
        Matcher parts = TIMESTAMP.matcher(timestamp);
        if (!parts.matches()) {
            return timestamp;
        }
        String fraction = parts.group(3) == null ? "." : parts.group(3);
        fraction += "0".repeat(Math.max(0, 4 - fraction.length()));
        return parts.group(1) + "T" + parts.group(2) + fraction + (parts.group(4) == null ? "" : "Z");
    }
}
