package dev.weir.server.query;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A condition that has only the parts that are asked for, so that the database can use its indexes. */
public final class Condition {
    private final StringBuilder sql = new StringBuilder();
    private final List<Object> values = new ArrayList<>();

    private record Any(String type, Object[] values) {}

    public Condition any(String column, String type, Collection<?> values) {
        return and(column + " = ANY(?)", new Any(type, values.toArray()));
    }

    /** @param condition with one parameter for all of the values */
    public Condition overlapping(String condition, Collection<String> values) {
        return and(condition, new Any("text", values.toArray()));
    }

    public Condition and(String condition, Object... more) {
        sql.append(sql.length() == 0 ? "" : " AND ").append(condition);
        values.addAll(List.of(more));
        return this;
    }

    /** The time of a row. */
    public Condition between(String column, long from, long to) {
        if (from != Long.MIN_VALUE) {
            and(column + " >= ?", Micros.time(from));
        }
        if (to != Long.MAX_VALUE) {
            and(column + " < ?", Micros.time(to));
        }
        return this;
    }

    public Condition none(String column, String type, Collection<?> values) {
        return and(column + " <> ALL(?)", new Any(type, values.toArray()));
    }

    public Condition copy() {
        Condition copy = new Condition();
        copy.sql.append(sql);
        copy.values.addAll(values);
        return copy;
    }

    public String sql() {
        return sql.toString();
    }

    /** @param sql with no parameters but those of this condition */
    public PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return prepareAfter(connection, sql);
    }

    /** @param before the values of parameters that stand before this condition */
    public PreparedStatement prepareAfter(Connection connection, String sql, Object... before) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        int next = 1;
        for (Object value : before) {
            statement.setObject(next++, value);
        }
        for (Object value : values) {
            if (value instanceof Any any) {
                Array array = connection.createArrayOf(any.type(), any.values());
                statement.setArray(next++, array);
            } else {
                statement.setObject(next++, value);
            }
        }
        return statement;
    }
}
