package dev.weir.server.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** What a query answered, to be compared with all the rows that qualify, in their order. */
record Answer(List<Row> rows) {

    static Answer of(List<Row> rows) {
        return new Answer(rows);
    }

    /** They tell when a row was saved, which does not follow from the events. Sleeps have none. */
    Answer withoutUpdateTimes() {
        assertThat(rows)
                .allSatisfy(row ->
                        assertThat(row.getOrDefault("updated_at", "none")).isNotNull());
        return new Answer(rows.stream().map(row -> row.without("updated_at")).toList());
    }

    /**
     * Rows that tie may come in any order, and where a page ends among them any of them may be on it.
     *
     * @param columns by which they are sorted
     */
    void isPageOf(List<Row> qualifying, int limit, int offset, String... columns) {
        int from = Math.min(offset, qualifying.size());
        List<Row> page = qualifying.subList(from, Math.min(from + limit, qualifying.size()));
        assertThat(sortKeys(rows, columns)).isEqualTo(sortKeys(page, columns));
        List<Row> strangers = new ArrayList<>(rows);
        qualifying.forEach(strangers::remove);
        if (!strangers.isEmpty()) {
            Row.assertSame("rows", rows, page);
        }
    }

    private static List<Row> sortKeys(List<Row> rows, String... columns) {
        return rows.stream().map(row -> row.only(columns)).toList();
    }
}
