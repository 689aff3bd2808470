package dev.weir.server.query;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A condition on stages or sessions that has only the parts that are asked for, so that the database can use its indexes. */
final class StageWhere {
    private final StringBuilder sql = new StringBuilder();
    private final List<Object> values = new ArrayList<>();

    /** What is visible and asked for, but for the time. */
    static StageWhere of(StageFilter filter, Map<Integer, VisibleSource> sources) {
        StageWhere where = new StageWhere();
        where.any("source", "int4", sources.keySet());
        return where.names(filter);
    }

    /** The same whatever the source. */
    static StageWhere named(StageFilter filter) {
        return new StageWhere().names(filter);
    }

    private StageWhere names(StageFilter filter) {
        if (!filter.workflows().isEmpty()) {
            any("workflow_name", "text", filter.workflows());
        }
        if (!filter.stages().isEmpty()) {
            any("workflow_stage", "text", filter.stages());
        }
        return this;
    }

    private record Any(String type, Object[] values) {}

    StageWhere any(String column, String type, Collection<?> values) {
        return and(column + " = ANY(?)", new Any(type, values.toArray()));
    }

    /** @param condition with one parameter for all of the values */
    StageWhere overlapping(String condition, Collection<String> values) {
        return and(condition, new Any("text", values.toArray()));
    }

    StageWhere and(String condition, Object... more) {
        sql.append(sql.length() == 0 ? "" : " AND ").append(condition);
        values.addAll(List.of(more));
        return this;
    }

    /** The time of a row. */
    StageWhere between(String column, long from, long to) {
        if (from != Long.MIN_VALUE) {
            and(column + " >= ?", Micros.time(from));
        }
        if (to != Long.MAX_VALUE) {
            and(column + " < ?", Micros.time(to));
        }
        return this;
    }

    StageWhere none(String column, String type, Collection<?> values) {
        return and(column + " <> ALL(?)", new Any(type, values.toArray()));
    }

    StageWhere copy() {
        StageWhere copy = new StageWhere();
        copy.sql.append(sql);
        copy.values.addAll(values);
        return copy;
    }

    String sql() {
        return sql.toString();
    }

    /** @param sql with no parameters but those of this condition */
    PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return prepareAfter(connection, sql);
    }

    /** @param before the values of parameters that stand before this condition */
    PreparedStatement prepareAfter(Connection connection, String sql, Object... before) throws SQLException {
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
