package dev.weir.server.project;

import dev.weir.core.session.AttributionMethod;
import dev.weir.core.session.IdentityMatch;
import dev.weir.core.session.SegmentReason;
import dev.weir.core.session.SessionKey;
import dev.weir.core.session.StartupOutcome;
import java.lang.reflect.RecordComponent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A row as its columns: those of a record, and those that the database has under the same names. */
final class SessionColumns {
    private SessionColumns() {}

    static List<Map<String, Object>> of(List<? extends Record> rows) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Record row : rows) {
            Map<String, Object> columns = new TreeMap<>();
            for (RecordComponent component : row.getClass().getRecordComponents()) {
                try {
                    columns.put(column(component), text(component.getAccessor().invoke(row)));
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
            all.add(columns);
        }
        return all;
    }

    static List<Map<String, Object>> read(
            DataSource database, String relation, SessionKey key, Class<? extends Record> type) {
        List<Map<String, Object>> all = new ArrayList<>();
        try (Connection connection = database.getConnection();
                PreparedStatement select =
                        connection.prepareStatement("SELECT * FROM " + relation + " WHERE workflow_session_id = ?")) {
            select.setString(1, key.workflowSessionId());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Map<String, Object> columns = new TreeMap<>();
                    for (RecordComponent component : type.getRecordComponents()) {
                        columns.put(column(component), text(row.getObject(column(component))));
                    }
                    all.add(columns);
                }
            }
            return all;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String column(RecordComponent component) {
        return component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    private static String text(@Nullable Object value) {
        if (value instanceof java.sql.Timestamp time) {
            return time.toInstant().toString();
        }
        if (value instanceof OffsetDateTime time) {
            return time.toInstant().toString();
        }
        if (value instanceof StartupOutcome outcome) {
            return outcome.label();
        }
        if (value instanceof IdentityMatch match) {
            return match.label();
        }
        if (value instanceof AttributionMethod method) {
            return method.label();
        }
        return value instanceof SegmentReason reason ? reason.label() : String.valueOf(value);
    }
}
