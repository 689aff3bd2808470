package dev.weir.server.query.run;

import dev.weir.core.run.RunStatus;
import dev.weir.core.stage.StageBuckets;
import dev.weir.server.Problem;
import dev.weir.server.query.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * One statement over groups of ended runs, all of newest runs or all of earlier ones, put together of fixed pieces. If an
 * index has the order that is asked for, each group gives its first rows and no more; else all rows of the range are looked
 * at.
 */
final class EndedQuery {
    private static final int PATIENCE_S = 10;
    private static final int FEW_GROUPS = 8;
    private static final int LEAST_PER_GROUP = 2;
    private static final String QUERY_CANCELLED = "57014";
    private static final String GROUPS = """
            FROM unnest(?::int[], ?::text[]::workflow_status[], ?::bigint[])
              WITH ORDINALITY AS g(source, status, hash, n)
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

    private record Place(
            RunSort sort,
            boolean descending,
            @Nullable RunPosition after,
            @Nullable Window window,
            boolean absent) {

        String direction() {
            return descending ? " DESC" : "";
        }

        boolean isTime() {
            return absent || !(sort == RunSort.DURATION || sort == RunSort.STEPS || sort.isByOwnText());
        }

        List<String> columns() {
            return absent ? List.of("r.started_at") : EndedQuery.columns(sort);
        }

        Object value(RunPosition position) {
            if (isTime()) {
                return Micros.time(position.value());
            }
            return sort.isByOwnText() ? position.text() : (Object) position.value();
        }
    }

    /** A run found, and the number of its group. */
    private record Hit(int group, RunPosition position) {}

    /** @param after where the page before ended */
    List<RunPosition> page(
            Connection connection,
            RunSort sort,
            boolean descending,
            @Nullable RunPosition after,
            @Nullable Window window,
            int limit)
            throws SQLException {
        if (sort.hasEndedWithout()) {
            return withAndWithout(connection, sort, descending, after, limit);
        }
        Place place = new Place(sort, descending, after, window, false);
        boolean indexed = isIndexed(sort) && window == null && filter.search() == null;
        if (indexed && groups.size() > FEW_GROUPS) {
            return ofMany(connection, place, limit);
        }
        return positions(hits(connection, place, indexed ? limit : null, limit));
    }

    /** First those that have a value, then the others, in the order of their start. */
    private List<RunPosition> withAndWithout(
            Connection connection, RunSort sort, boolean descending, @Nullable RunPosition after, int limit)
            throws SQLException {
        List<RunPosition> found = new ArrayList<>();
        boolean beyond = after != null && after.absent();
        if (!beyond) {
            found.addAll(positions(hits(connection, new Place(sort, descending, after, null, false), null, limit)));
        }
        if (found.size() < limit) {
            Place rest = new Place(sort, descending, beyond ? after : null, null, true);
            found.addAll(positions(new EndedQuery(filter, groups).hits(connection, rest, null, limit - found.size())));
        }
        return found;
    }

    /**
     * Most of many groups give nothing to a page, so each is first asked for a few rows only, and then those for more that
     * may have more that belongs to it.
     */
    private List<RunPosition> ofMany(Connection connection, Place place, int limit) throws SQLException {
        int few = LEAST_PER_GROUP + 2 * limit / groups.size();
        Comparator<RunPosition> order = place.sort().order(place.descending());
        List<Hit> hits = hits(connection, place, few, Integer.MAX_VALUE);
        Map<Integer, List<RunPosition>> byGroup = new HashMap<>();
        hits.forEach(hit ->
                byGroup.computeIfAbsent(hit.group(), group -> new ArrayList<>()).add(hit.position()));
        RunPosition last = hits.size() < limit ? null : hits.get(limit - 1).position();
        Set<Integer> deep = new HashSet<>();
        byGroup.forEach((group, rows) -> {
            if (rows.size() >= few && (last == null || order.compare(rows.get(few - 1), last) < 0)) {
                deep.add(group);
            }
        });
        List<RunPosition> found = new ArrayList<>(positions(
                hits.stream().filter(hit -> !deep.contains(hit.group())).toList()));
        if (!deep.isEmpty()) {
            EndedQuery deeper =
                    new EndedQuery(filter, deep.stream().map(groups::get).toList());
            found.addAll(positions(deeper.hits(connection, place, limit, limit)));
            found.sort(order);
        }
        return List.copyOf(found.subList(0, Math.min(limit, found.size())));
    }

    private static List<RunPosition> positions(List<Hit> hits) {
        return hits.stream().map(Hit::position).toList();
    }

    /** @param perGroup how many of each group, in the order of an index; null to look at all of them */
    private List<Hit> hits(Connection connection, Place place, @Nullable Integer perGroup, int limit)
            throws SQLException {
        List<String> branches = new ArrayList<>();
        for (String column : place.columns()) {
            branches.add("(" + branch(column, place, perGroup) + ")");
        }
        String shown = place.isTime() ? "micros(k.v)" : "k.v";
        String sql = "SELECT k.id, " + shown + ", g.n, k.seq " + GROUPS + String.join(" UNION ALL ", branches)
                + ") AS k ORDER BY k.v%1$s, k.id%1$s, k.seq%1$s LIMIT ?".formatted(place.direction());
        values.add(limit);
        return select(connection, sql, place);
    }

    private String branch(String column, Place place, @Nullable Integer perGroup) {
        StringBuilder sql = new StringBuilder("SELECT r.id, %s AS v, %s AS seq FROM runs r"
                .formatted(column, filter.earlierToo() ? "r.run_seq" : "0"));
        where(sql);
        if (place.sort().hasEndedWithout()) {
            sql.append(" AND %s IS %s".formatted(columns(place.sort()).get(0), place.absent() ? "NULL" : "NOT NULL"));
        }
        if (column.equals("r.ended_at") && place.sort() == RunSort.LAST_EVENT) {
            sql.append(" AND r.trailing_event_at IS NULL");
        } else if (column.equals("r.trailing_event_at")) {
            sql.append(" AND r.trailing_event_at IS NOT NULL");
            if (filter.from() != null && filter.basis() != RunFilter.Basis.STARTED) {
                sql.append(" AND r.trailing_event_at >= ?"); // it is never before the end
                values.add(Micros.time(filter.from()));
            }
        }
        Window window = place.window();
        if (window != null) {
            sql.append(" AND %s >= ? AND %s < ?".formatted(column, column));
            values.add(Micros.time(window.from()));
            values.add(Micros.time(window.to()));
        }
        RunPosition after = place.after();
        if (after != null) {
            after(sql, column, place, after);
        }
        if (perGroup != null) {
            String seq = isEarlier() ? ", r.run_seq" + place.direction() : ""; // of an id one run is the newest
            sql.append(" ORDER BY %1$s%2$s, r.id%2$s%3$s LIMIT ?".formatted(column, place.direction(), seq));
            values.add(perGroup);
        }
        return sql.toString();
    }

    private void after(StringBuilder sql, String column, Place place, RunPosition after) {
        String beyond = place.descending() ? "<" : ">";
        values.add(place.value(after));
        values.add(after.id());
        if (filter.earlierToo()) {
            sql.append(" AND (%s, r.id, r.run_seq) %s (?, ?, ?)".formatted(column, beyond));
            values.add(after.seq());
        } else {
            sql.append(" AND (%s, r.id) %s (?, ?)".formatted(column, beyond));
        }
    }

    private boolean isEarlier() {
        return groups.get(0).earlier();
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

    /**
     * Whether an index gives this order within the range. What was active in a range that goes on until now has ended since
     * it began; if the range is over, it also has to have started in time, which this order does not tell.
     */
    private boolean isIndexed(RunSort sort) {
        boolean ranged = filter.hasRange();
        boolean byEnd = filter.basis() == RunFilter.Basis.ENDED
                || filter.basis() == RunFilter.Basis.ACTIVE && filter.to() == null;
        return switch (sort) {
            case STARTED, NAME, STATUS, ENV, SERVICE -> !ranged || filter.basis() == RunFilter.Basis.STARTED;
            case ENDED, LAST_EVENT -> !ranged || byEnd;
            default -> false;
        };
    }

    private static List<String> columns(RunSort sort) {
        return switch (sort) {
            case STARTED, NAME, STATUS, ENV, SERVICE -> List.of("r.started_at");
            case ENDED -> List.of("r.ended_at");
            case LAST_EVENT -> List.of("r.ended_at", "r.trailing_event_at");
            case CREATED -> List.of("r.created_at");
            case DURATION -> List.of("r.duration_ms");
            case STEPS -> List.of("cardinality(r.completed_steps)::bigint");
            case ID -> List.of("r.workflow_id COLLATE \"C\"");
            case EXECUTION -> List.of("r.execution_id COLLATE \"C\"");
            case ERROR -> List.of("left(r.error_message, " + RunSort.ERROR_CHARACTERS + ") COLLATE \"C\"");
        };
    }

    private void where(StringBuilder sql) {
        sql.append(isEarlier() ? " WHERE NOT r.newest" : " WHERE r.newest")
                .append(" AND r.ended_at IS NOT NULL")
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
        if (filter.took() != null) {
            took(sql, filter.took());
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

    /**
     * An index has the durations of completed runs in buckets, in the order of the end; those of others are read with the
     * rows. Who did not take less than no time ended after the range began.
     */
    private void took(StringBuilder sql, RunFilter.Took took) {
        sql.append(" AND r.duration_ms >= ? AND r.duration_ms < ?");
        values.addAll(List.of(took.atLeast(), took.below()));
        if (groups.stream().anyMatch(group -> group.status() != RunStatus.COMPLETED)) {
            return;
        }
        sql.append(" AND r.status = 'completed' AND duration_bucket(r.duration_ms) BETWEEN ? AND ?");
        values.addAll(List.of(StageBuckets.of(took.atLeast()), StageBuckets.of(took.below() - 1)));
        if (filter.from() != null) {
            sql.append(" AND r.ended_at >= ?");
            values.add(Micros.time(filter.from().minusMillis(1))); // durations are of whole milliseconds
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

    private List<Hit> select(Connection connection, String sql, Place place) throws SQLException {
        List<Hit> found = new ArrayList<>();
        RunSort sort = place.sort();
        boolean byText = sort.isByOwnText() && !place.absent();
        String text = sort.grouped ? groups.get(0).text(sort) : "";
        try (PreparedStatement select = prepare(connection, sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                UUID id = row.getObject(1, UUID.class);
                int seq = row.getInt(4);
                RunPosition position = byText
                        ? new RunPosition(false, row.getString(2), 0, id, seq)
                        : new RunPosition(place.absent(), text, row.getLong(2), id, seq);
                found.add(new Hit(row.getInt(3) - 1, position));
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
