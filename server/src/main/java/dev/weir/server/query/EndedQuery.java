package dev.weir.server.query;

import dev.weir.server.Problem;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * One statement over groups of ended runs, put together of fixed pieces. If an index has the order that is asked for, each
 * group gives its first rows and no more; else all rows of the range are looked at.
 */
final class EndedQuery {
    private static final int PATIENCE_S = 10;
    private static final String QUERY_CANCELLED = "57014";
    private static final String GROUPS = """
            FROM unnest(?::int[], ?::text[]::workflow_status[], ?::bigint[]) AS g(source, status, hash)
            CROSS JOIN LATERAL (""";

    private final RunFilter filter;
    private final List<RunGroup> groups;
    private final List<Object> values = new ArrayList<>();

    EndedQuery(RunFilter filter, List<RunGroup> groups) {
        this.filter = filter;
        this.groups = groups;
    }

    /** A stretch of sort values, from inclusive, to exclusive. */
    record Window(long from, long to) {}

    /** @param after where the page before ended */
    List<RunPosition> page(
            Connection connection,
            RunSort sort,
            boolean descending,
            @Nullable RunPosition after,
            @Nullable Window window,
            int limit)
            throws SQLException {
        String direction = descending ? " DESC" : "";
        boolean indexed = isIndexed(sort) && window == null && filter.search() == null;
        List<String> branches = new ArrayList<>();
        for (String column : columns(sort)) {
            StringBuilder sql =
                    new StringBuilder("(SELECT r.id, ").append(column).append(" AS v FROM runs r");
            where(sql);
            if (column.equals("r.ended_at") && sort == RunSort.LAST_EVENT) {
                sql.append(" AND r.trailing_event_at IS NULL");
            } else if (column.equals("r.trailing_event_at")) {
                sql.append(" AND r.trailing_event_at IS NOT NULL");
            }
            if (window != null) {
                sql.append(" AND ")
                        .append(column)
                        .append(" >= ? AND ")
                        .append(column)
                        .append(" < ?");
                values.add(Micros.time(window.from()));
                values.add(Micros.time(window.to()));
            }
            if (after != null) {
                sql.append(" AND (")
                        .append(column)
                        .append(", r.id) ")
                        .append(descending ? "<" : ">")
                        .append(" (?, ?)");
                values.add(value(sort, after));
                values.add(after.id());
            }
            if (indexed) {
                sql.append(" ORDER BY ")
                        .append(column)
                        .append(direction)
                        .append(", r.id")
                        .append(direction)
                        .append(" LIMIT ?");
                values.add(limit);
            }
            branches.add(sql.append(')').toString());
        }
        String shown = isTime(sort) ? "micros(k.v)" : "k.v";
        String sql = "SELECT k.id, " + shown + " " + GROUPS + String.join(" UNION ALL ", branches)
                + ") AS k ORDER BY k.v" + direction + ", k.id" + direction + " LIMIT ?";
        values.add(limit);
        return select(connection, sql, sort);
    }

    /** How many there are, counted no further than {@code most}. */
    long count(Connection connection, @Nullable Window window, long most) throws SQLException {
        StringBuilder sql = new StringBuilder("SELECT count(*) FROM (SELECT ")
                .append(GROUPS)
                .append("SELECT FROM runs r");
        where(sql);
        if (window != null) {
            sql.append(" AND r.started_at >= ? AND r.started_at < ?");
            values.add(Micros.time(window.from()));
            values.add(Micros.time(window.to()));
        }
        values.add(most);
        try (PreparedStatement select = prepare(
                        connection, sql.append(") AS k LIMIT ?) AS counted").toString());
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw told(e);
        }
    }

    /** Whether an index gives this order within the range. */
    private boolean isIndexed(RunSort sort) {
        boolean ranged = filter.hasRange();
        return switch (sort) {
            case STARTED, NAME, STATUS, ENV, SERVICE -> !ranged || filter.basis() == RunFilter.Basis.STARTED;
            case ENDED -> !ranged || filter.basis() == RunFilter.Basis.ENDED;
            case LAST_EVENT -> !ranged;
            default -> false;
        };
    }

    private List<String> columns(RunSort sort) {
        return switch (sort) {
            case STARTED, NAME, STATUS, ENV, SERVICE -> List.of("r.started_at");
            case ENDED -> List.of("r.ended_at");
            case LAST_EVENT -> List.of("r.ended_at", "r.trailing_event_at");
            case CREATED -> List.of("r.created_at");
            case DURATION -> List.of("r.duration_ms");
            case ID -> List.of("r.workflow_id COLLATE \"C\"");
        };
    }

    private static boolean isTime(RunSort sort) {
        return sort != RunSort.DURATION && sort != RunSort.ID;
    }

    private static Object value(RunSort sort, RunPosition position) {
        if (sort == RunSort.ID) {
            return position.text();
        }
        return isTime(sort) ? Micros.time(position.value()) : (Object) position.value();
    }

    private void where(StringBuilder sql) {
        sql.append(" WHERE r.newest AND r.ended_at IS NOT NULL")
                .append(" AND r.source = g.source AND r.status = g.status AND r.name_hash = g.hash");
        Instant from = filter.from();
        Instant to = filter.to();
        boolean ended = filter.basis() == RunFilter.Basis.ENDED;
        if (from != null) {
            sql.append(filter.basis() == RunFilter.Basis.STARTED ? " AND r.started_at >= ?" : " AND r.ended_at >= ?");
            values.add(Micros.time(from));
        }
        if (to != null) {
            sql.append(ended ? " AND r.ended_at < ?" : " AND r.started_at < ?");
            values.add(Micros.time(to));
        }
        if (filter.search() != null) {
            String pattern = "%" + filter.search().replaceAll("([\\\\%_])", "\\\\$1") + "%";
            sql.append(" AND (r.workflow_id ILIKE ? OR r.workflow_name ILIKE ? OR r.execution_id ILIKE ?")
                    .append(" OR r.error_message ILIKE ?)");
            values.addAll(List.of(pattern, pattern, pattern, pattern));
        }
        if (filter.exceptId() != null) {
            sql.append(" AND r.workflow_id <> ?");
            values.add(filter.exceptId());
        }
    }

    private PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement select = connection.prepareStatement(sql);
        select.setQueryTimeout(PATIENCE_S);
        select.setArray(
                1,
                connection.createArrayOf(
                        "int4", groups.stream().map(RunGroup::source).toArray()));
        select.setArray(
                2,
                connection.createArrayOf(
                        "text",
                        groups.stream().map(group -> group.status().label()).toArray()));
        select.setArray(
                3,
                connection.createArrayOf(
                        "int8", groups.stream().map(RunGroup::nameHash).toArray()));
        for (int i = 0; i < values.size(); i++) {
            select.setObject(i + 4, values.get(i));
        }
        return select;
    }

    private List<RunPosition> select(Connection connection, String sql, RunSort sort) throws SQLException {
        List<RunPosition> found = new ArrayList<>();
        String text = sort.grouped ? groups.get(0).text(sort) : "";
        try (PreparedStatement select = prepare(connection, sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                UUID id = row.getObject(1, UUID.class);
                found.add(
                        sort == RunSort.ID
                                ? new RunPosition(false, row.getString(2), 0, id)
                                : new RunPosition(false, text, row.getLong(2), id));
            }
        } catch (SQLException e) {
            throw told(e);
        }
        return found;
    }

    private static SQLException told(SQLException e) {
        if (QUERY_CANCELLED.equals(e.getSQLState())) {
            throw new Problem(
                    HttpStatus.BAD_REQUEST,
                    "range_too_wide",
                    "The range holds more runs than can be searched or sorted like this: choose a shorter one.");
        }
        return e;
    }
}
