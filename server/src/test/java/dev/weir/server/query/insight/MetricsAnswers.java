package dev.weir.server.query.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.query.Sql;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Answers as rows, to be compared with those of {@link MetricsOracle}. */
final class MetricsAnswers {
    private MetricsAnswers() {}

    /** @param fields those with a mark are fractions */
    static List<List<Object>> rows(JsonNode items, String fields) {
        List<List<Object>> rows = new ArrayList<>();
        for (JsonNode item : items) {
            List<Object> row = new ArrayList<>();
            for (String field : fields.split(" ")) {
                row.add(value(item, field));
            }
            rows.add(row);
        }
        return rows;
    }

    private static Object value(JsonNode item, String field) {
        JsonNode node = item.get(field.replace("!", ""));
        if (node.isNull()) {
            return "none";
        }
        if (field.endsWith("!")) {
            return Sql.rounded(node.asDouble());
        }
        return node.isString() ? node.asString() : (Object) node.asLong();
    }

    /** A row for each bucket. */
    static List<List<Object>> series(JsonNode items) {
        List<List<Object>> rows = new ArrayList<>();
        for (JsonNode item : items) {
            for (JsonNode bucket : item.get("buckets")) {
                rows.add(Sql.list(
                        item.get("env").asString(),
                        item.get("serviceKey").asString(""),
                        item.get("workflowName").asString(""),
                        Instant.parse(bucket.get("from").asString()).getEpochSecond(),
                        bucket.get("started").asLong(),
                        bucket.get("completed").asLong(),
                        bucket.get("failed").asLong(),
                        bucket.get("cancelled").asLong(),
                        bucket.get("retries").asLong(),
                        value(bucket, "p95DurationMs!")));
            }
        }
        return rows;
    }

    /** A row for each service in each environment in which anything started. */
    static List<List<Object>> services(JsonNode items) {
        List<List<Object>> rows = new ArrayList<>();
        for (JsonNode service : items) {
            for (JsonNode cell : service.get("environments")) {
                if (cell.get("total").asLong() > 0) {
                    rows.add(Sql.list(
                            service.get("serviceKey").asString(),
                            cell.get("env").asString(),
                            cell.get("total").asLong(),
                            cell.get("completed").asLong(),
                            cell.get("failed").asLong(),
                            cell.get("inProgress").asLong()));
                }
            }
        }
        return rows;
    }

    /** @param expected with all durations of an item as its last value */
    static void assertDurations(JsonNode items, List<List<Object>> expected) {
        assertThat(items).hasSameSizeAs(expected).isNotEmpty();
        for (int i = 0; i < expected.size(); i++) {
            JsonNode item = items.get(i);
            List<Object> row = expected.get(i);
            assertThat(Sql.list(
                            item.get("env").asString(),
                            item.get("serviceKey").asString(""),
                            item.get("workflowName").asString(""),
                            item.get("n").asLong(),
                            value(item, "p50Ms!"),
                            value(item, "p95Ms!")))
                    .isEqualTo(row.subList(0, 6));
            assertBars(item.get("buckets"), (List<?>) row.get(6));
        }
    }

    private static void assertBars(JsonNode bars, List<?> durations) {
        long inBars = 0;
        for (JsonNode bar : bars) {
            long from = bar.get("fromMs").asLong();
            long to = bar.get("toMs").asLong();
            assertThat(durations.stream().filter(ms -> (Long) ms >= from && (Long) ms < to))
                    .hasSize(bar.get("n").asInt());
            inBars += bar.get("n").asLong();
        }
        assertThat(inBars).isEqualTo(durations.size());
    }
}
