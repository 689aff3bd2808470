package dev.weir.server.query.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.Ids;
import dev.weir.core.session.SessionKey;
import dev.weir.core.session.SessionRow;
import dev.weir.core.session.SessionRows;
import dev.weir.server.access.Scope;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the pure functions of the session fold say to a question, beside what a server answered. */
final class SessionOracle {
    static final Map<String, Function<SessionRow, @Nullable String>> GROUPINGS = Map.of(
            "orchestrator", SessionRow::orchestratorAddress,
            "model", SessionRow::modelId,
            "gpu", SessionRow::gpuId,
            "gateway", SessionRow::gateway,
            "pipeline", SessionRow::pipeline,
            "region", row -> null,
            "hour", row -> time(row.sessionStartTs().truncatedTo(ChronoUnit.HOURS)));

    private static final Comparator<SessionRow> OLDEST_FIRST = Comparator.comparing(SessionRow::sessionStartTs)
            .thenComparing(row -> new SessionKey(Scope.LOCAL_ORG, row.workflowSessionId()).id(), Ids::compareUnsigned);

    private final List<SessionRows> sessions;
    private final Instant idleSince;

    SessionOracle(List<SessionRows> sessions, Instant idleSince) {
        this.sessions = sessions;
        this.idleSince = idleSince;
    }

    String activity(SessionRow row) {
        if (row.closedTs() != null) {
            return "closed";
        }
        return row.sessionEndTs().isAfter(idleSince) ? "open" : "idle";
    }

    List<SessionRow> rows(Predicate<SessionRow> wanted) {
        return sessions.stream()
                .map(SessionRows::session)
                .filter(wanted)
                .sorted(OLDEST_FIRST.reversed())
                .toList();
    }

    void checkList(JsonNode items, Predicate<SessionRow> wanted) {
        List<SessionRow> rows = rows(wanted);
        List<String> found = new ArrayList<>();
        items.forEach(item -> found.add(item.get("workflowSessionId").asString()));
        assertThat(found)
                .isEqualTo(rows.stream().map(SessionRow::workflowSessionId).toList());
        for (int i = 0; i < rows.size(); i++) {
            checkSession(items.get(i), rows.get(i));
        }
    }

    void checkSession(JsonNode item, SessionRow row) {
        check(item, row);
        assertThat(item.get("activity").asString()).isEqualTo(activity(row));
        assertThat(item.size()).isEqualTo(SessionRow.class.getRecordComponents().length + 1);
    }

    /** Every component of a record is there, as JSON has it. */
    static void check(JsonNode json, Record row) {
        for (RecordComponent component : row.getClass().getRecordComponents()) {
            JsonNode value = json.get(component.getName());
            assertThat(value).as(component.getName()).isNotNull();
            assertThat(text(value)).as("%s of %s", component.getName(), json).isEqualTo(text(value(row, component)));
        }
    }

    private static @Nullable Object value(Record row, RecordComponent component) {
        try {
            return component.getAccessor().invoke(row);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static String text(@Nullable Object value) {
        if (value instanceof JsonNode json) {
            return json.isNull() ? "null" : json.isNumber() ? "" + json.asDouble() : json.asString();
        }
        if (value instanceof Instant at) {
            return time(at);
        }
        if (value instanceof Enum<?> one) {
            return one.name().toLowerCase(Locale.ROOT);
        }
        return value instanceof Number number ? "" + number.doubleValue() : String.valueOf(value);
    }

    static String time(Instant at) {
        return DateTimeFormatter.ISO_INSTANT
                        .format(at.truncatedTo(ChronoUnit.SECONDS))
                        .replace("Z", "")
                + String.format(Locale.ROOT, ".%03dZ", at.getNano() / 1_000_000);
    }

    void checkMetrics(JsonNode answer, String by, Predicate<SessionRow> wanted) {
        Function<SessionRow, @Nullable String> group = GROUPINGS.get(by);
        Map<String, List<SessionRow>> expected = rows(wanted).stream()
                .collect(Collectors.groupingBy(
                        row -> String.valueOf(group.apply(row)), TreeMap::new, Collectors.toList()));
        Map<String, JsonNode> found = new TreeMap<>();
        answer.get("items").forEach(item -> found.put(item.get("group").asString("null"), item));
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        assertThat(answer.get("items")).hasSize(expected.size());
        expected.forEach((name, rows) -> checkGroup(found.get(name), rows));
        assertThat(answer.get("total").get("group").isNull()).isTrue();
        checkGroup(answer.get("total"), rows(wanted));
    }

    private static void checkGroup(JsonNode item, List<SessionRow> rows) {
        long known = sum(rows, row -> row.knownStream() ? 1 : 0);
        long success = sum(rows, row -> row.startupSuccess() ? 1 : 0);
        long swapped = sum(rows, row -> row.sessionHasSwap() ? 1 : 0);
        assertThat(item.get("sessions").asLong()).isEqualTo(rows.size());
        assertThat(item.get("known").asLong()).isEqualTo(known);
        assertThat(item.get("success").asLong()).isEqualTo(success);
        assertThat(item.get("excused").asLong()).isEqualTo(sum(rows, row -> row.startupExcused() ? 1 : 0));
        assertThat(item.get("unexcused").asLong()).isEqualTo(sum(rows, row -> row.startupUnexcused() ? 1 : 0));
        checkRate(item.get("startupSuccessRate"), success, known);
        assertThat(item.get("swapped").asLong()).isEqualTo(swapped);
        checkRate(item.get("swapRate"), swapped, rows.size());
        assertThat(item.get("errors").asLong()).isEqualTo(sum(rows, SessionRow::errorCount));
        assertThat(item.get("excusableErrors").asLong()).isEqualTo(sum(rows, SessionRow::excusableErrorCount));
        assertThat(item.get("inversions").asLong()).isEqualTo(sum(rows, SessionRow::edgeInversions));
        checkLatency(item.get("startupMs"), rows, SessionRow::startupMs);
        checkLatency(item.get("e2eProxyMs"), rows, SessionRow::e2eProxyMs);
        checkLatency(item.get("promptToPlayableMs"), rows, SessionRow::promptToPlayableMs);
        checkLatency(item.get("gatewayRunnerLagMs"), rows, SessionRow::gatewayRunnerLagMs);
    }

    private static long sum(List<SessionRow> rows, ToLongFunction<SessionRow> value) {
        return rows.stream().mapToLong(value).sum();
    }

    private static void checkRate(JsonNode rate, long part, long of) {
        if (of == 0) {
            assertThat(rate.isNull()).isTrue();
        } else {
            assertThat(rate.asDouble()).isEqualTo((double) part / of);
        }
    }

    private static void checkLatency(
            JsonNode figure, List<SessionRow> rows, Function<SessionRow, @Nullable Long> latency) {
        long[] sorted = values(rows, latency);
        assertThat(figure.get("n").asLong()).isEqualTo(sorted.length);
        assertThat(figure.get("approximate").asBoolean()).isFalse();
        Map.of("p50Ms", 0.5, "p95Ms", 0.95, "p99Ms", 0.99).forEach((name, fraction) -> {
            if (sorted.length == 0) {
                assertThat(figure.get(name).isNull()).isTrue();
            } else {
                assertThat(figure.get(name).asDouble()).isEqualTo(percentile(sorted, fraction));
            }
        });
    }

    static long[] values(List<SessionRow> rows, Function<SessionRow, @Nullable Long> latency) {
        return rows.stream()
                .map(latency)
                .filter(ms -> ms != null)
                .mapToLong(Long::longValue)
                .sorted()
                .toArray();
    }

    /** As the database's percentile_cont. */
    static double percentile(long[] sorted, double fraction) {
        double place = fraction * (sorted.length - 1);
        long[] around = Arrays.copyOfRange(sorted, (int) place, (int) Math.ceil(place) + 1);
        return around[0] + (place - (int) place) * (around[around.length - 1] - around[0]);
    }
}
