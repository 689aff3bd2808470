package dev.weir.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.RunKey;
import dev.weir.core.event.WorkflowEvent;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The rows of one run as texts that a test can spell out: {@code name=value} for every column that has something to say,
 * in the order of the columns. Absent, false and zero ones are left out, and so are the columns that are the same in all
 * rows of a history, and the times at which rows were made; {@link WholeRowsTest} looks at those. An event is called #n by
 * its place in the story.
 */
record Rows(RunRows rows) {
    static final Instant SAVED = Instant.parse("2026-03-02T00:00:00Z");
    static final RunKey KEY = new RunKey(new UUID(0, 1), "production", "shop", "order-1");

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final LocalDate DAY = LocalDate.of(2026, 3, 1);
    private static final Set<String> LEFT_OUT = Set.of(
            "id",
            "workflowId",
            "workflowName",
            "env",
            "serviceKey",
            "runSeq",
            "createdAt",
            "updatedAt",
            "lastEventId",
            "lastEventAt",
            "executionOrder");

    static Rows newest(List<WorkflowEvent> history) {
        List<Rows> all = all(history);
        return all.get(all.size() - 1);
    }

    /** Folds the history as a whole and one event after the other, which has to come to the same. */
    static List<Rows> all(List<WorkflowEvent> history) {
        List<RunState> runs = RunFold.fold(history);
        assertThat(oneByOne(history)).isEqualTo(runs);
        return runs.stream()
                .map(run -> new Rows(RunRows.of(KEY, run, SAVED, id -> text(history, id))))
                .toList();
    }

    private static List<RunState> oneByOne(List<WorkflowEvent> history) {
        List<WorkflowEvent> sorted = new ArrayList<>(history);
        sorted.sort(Comparator.comparing(WorkflowEvent::order));
        List<RunState> runs = new ArrayList<>();
        for (WorkflowEvent event : sorted) {
            RunState newest = runs.isEmpty() ? null : runs.remove(runs.size() - 1);
            assertThat(RunFold.isNewer(newest, event.order())).isTrue();
            runs.addAll(RunFold.apply(newest, List.of(event)));
        }
        return runs;
    }

    private static EventText text(List<WorkflowEvent> history, UUID id) {
        WorkflowEvent event =
                history.stream().filter(e -> e.id().equals(id)).findFirst().orElseThrow();
        return new EventText(
                event.hasValue() ? new Json("value of " + name(id)) : null,
                event.error() == null ? null : event.error().message(),
                event.error() == null ? null : "stack of " + name(id));
    }

    Workflow workflow() {
        return rows.workflow();
    }

    WorkflowStep step(String name) {
        return rows.steps().stream()
                .filter(step -> step.stepName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** All rows in the order of their texts, but not which event each of them comes from. */
    String allWithoutEvents() {
        List<Record> all = new ArrayList<>(List.of(rows.workflow()));
        all.addAll(rows.steps());
        all.addAll(rows.attempts());
        all.addAll(rows.sleeps());
        return all.stream()
                .map(Rows::shown)
                .sorted()
                .collect(Collectors.joining("\n"))
                .replaceAll("#\\d+", "#");
    }

    /** Line breaks and spaces in what is expected do not matter. */
    void showWorkflow(String expected) {
        assertThat(shown(rows.workflow())).isEqualTo(flat(expected));
    }

    /** Of several rows each begins with a dash, like an item of a list. */
    void showSteps(String expected) {
        show(rows.steps(), expected);
    }

    void showAttempts(String expected) {
        show(rows.attempts(), expected);
    }

    void showSleeps(String expected) {
        show(rows.sleeps(), expected);
    }

    void showNoAttempts() {
        assertThat(rows.attempts()).isEmpty();
    }

    private static void show(List<? extends Record> rows, String expected) {
        String items = flat(expected).replaceFirst("^- ", "");
        assertThat(rows.stream().map(Rows::shown)).containsExactly(items.split(" - "));
    }

    private static String flat(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    private static String shown(Record row) {
        List<String> shown = new ArrayList<>();
        for (RecordComponent column : row.getClass().getRecordComponents()) {
            Object value = value(row, column);
            if (!LEFT_OUT.contains(column.getName()) && saysSomething(column, value)) {
                shown.add(column.getName() + "=" + shown(value));
            }
        }
        return String.join(" ", shown);
    }

    private static Object value(Record row, RecordComponent column) {
        try {
            return column.getAccessor().invoke(row);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean saysSomething(RecordComponent column, Object value) {
        boolean countsNothing = column.getType() == int.class && value.equals(0);
        return value != null && !countsNothing && !value.equals(false) && !value.equals(List.of());
    }

    private static String shown(Object value) {
        if (value instanceof Instant time) {
            return shown(time);
        }
        if (value instanceof UUID id) {
            return name(id);
        }
        if (value instanceof Json json) {
            return json.text();
        }
        return value instanceof Enum<?> label ? label.name().toLowerCase(Locale.ROOT) : value.toString();
    }

    private static String shown(Instant time) {
        LocalDate day = time.atOffset(ZoneOffset.UTC).toLocalDate();
        String date = day.equals(DAY) ? "" : day + "T";
        long micros = time.getNano() / 1000;
        String fraction = micros == 0
                ? ""
                : micros % 1000 == 0
                        ? String.format(Locale.ROOT, ".%03d", micros / 1000)
                        : String.format(Locale.ROOT, ".%06d", micros);
        return date + TIME.format(time) + fraction;
    }

    private static String name(UUID id) {
        return "#" + (id.getLeastSignificantBits() & 0xffff_ffffL);
    }
}
