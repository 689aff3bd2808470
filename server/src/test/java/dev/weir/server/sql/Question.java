package dev.weir.server.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values for the parameters of a query, and the answer that is due: of the rows that qualify, sorted, one page.
 *
 * @param order columns as in ORDER BY
 */
record Question(List<@Nullable Object> values, Rows qualifying, List<String> order, int limit, int offset) {

    static Question with(List<@Nullable Object> values) {
        return new Question(values, new Rows(List.of()), List.of(), Integer.MAX_VALUE, 0);
    }

    Question expecting(Rows rows, String... sortedBy) {
        return new Question(values, rows, List.of(sortedBy), limit, offset);
    }

    Question onPage(int newLimit, int newOffset) {
        return new Question(values, qualifying, order, newLimit, newOffset);
    }

    /** Rows that tie may come in any order, and where a page ends among them any of them may be on it. */
    void check(String query, List<Row> answer) {
        String what = query + " with " + values;
        List<Row> actual = answer.stream().map(Question::withoutUpdateTime).toList();
        List<Row> page = qualifying.orderBy(order).list().stream()
                .skip(offset)
                .limit(limit)
                .toList();
        assertThat(sortKeys(actual)).as("sorted columns of " + what).isEqualTo(sortKeys(page));
        List<Row> strangers = new ArrayList<>(actual);
        qualifying.list().forEach(strangers::remove);
        if (!strangers.isEmpty()) {
            Row.assertSame(what, actual, page);
        }
    }

    private List<Row> sortKeys(List<Row> rows) {
        return new Rows(rows).select(Rows.names(order)).list();
    }

    /** It tells when a row was saved, which does not follow from the events. */
    private static Row withoutUpdateTime(Row row) {
        assertThat(row.getOrDefault("updated_at", "not asked for"))
                .as("updated_at")
                .isNotNull();
        return row.without("updated_at");
    }
}
