package dev.weir.cli;

import dev.weir.cli.Screen.Colour;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The steps and rests of a run, one below the other, each with its place in the time; attempts hang below their step. */
final class StepTree {
    private static final int LEAST_BAR = 12;
    private static final int MOST_BAR = 40;
    private static final int LONGEST_NAME = 40;
    private static final int FACTS = 14;

    private final Screen screen;
    private final Instant now;
    private final Instant begin;
    private final Instant end;
    private final List<Row> rows = new ArrayList<>();

    private interface Bar {
        void draw(TimeBar bar);
    }

    private record Row(Instant at, String mark, String name, String fact, Colour colour, Bar bar, List<String> below) {}

    StepTree(Screen screen, Instant now, RunItem run) {
        this.screen = screen;
        this.now = now;
        begin = run.time("startedAt").or(() -> run.time("createdAt")).orElse(now);
        end = run.time("completedAt")
                .or(() -> run.time("failedAt"))
                .or(() -> run.time("cancelledAt"))
                .orElse(now);
    }

    List<String> lines(JsonNode steps, JsonNode sleeps, Map<String, List<JsonNode>> attempts) {
        for (JsonNode step : steps) {
            rows.add(step(step, attempts.getOrDefault(step.path("stepName").asString(""), List.of())));
        }
        for (JsonNode sleep : sleeps) {
            rows.add(sleep(sleep));
        }
        rows.sort(Comparator.comparing(Row::at));
        return rows.isEmpty() ? List.of() : drawn();
    }

    private List<String> drawn() {
        int names = rows.stream()
                .mapToInt(row -> Math.min(LONGEST_NAME, Foreign.width(row.name())))
                .max()
                .orElse(0);
        int room = screen.columns() == 0 ? MOST_BAR : screen.columns() - names - FACTS - 8;
        int columns = Math.max(LEAST_BAR, Math.min(MOST_BAR, room));
        List<String> lines = new ArrayList<>();
        lines.add("");
        for (Row row : rows) {
            TimeBar bar = new TimeBar(begin, end, columns);
            row.bar().draw(bar);
            String name = Foreign.padded(Foreign.cut(row.name(), names), names);
            lines.add(screen.paint(row.colour(), row.mark() + " " + name) + "  "
                    + String.format("%" + FACTS + "s", row.fact()) + "  |" + bar + "|");
            row.below().forEach(line -> lines.add(fitted(line)));
        }
        return lines;
    }

    private String fitted(String line) {
        return screen.columns() == 0 ? line : Foreign.cut(line, screen.columns());
    }

    private Row step(JsonNode step, List<JsonNode> attempts) {
        RunItem facts = new RunItem(step);
        Instant at = facts.time("startedAt").or(() -> facts.time("createdAt")).orElse(begin);
        boolean open = !facts.status().equals("completed") && !facts.status().equals("failed");
        Instant until = facts.time("completedAt").orElse(open ? now : at);
        JsonNode duration =
                step.path("totalDurationMs").isNumber() ? step.path("totalDurationMs") : step.path("durationMs");
        String fact = step.path("cached").asBoolean(false)
                ? "cached"
                : duration.isNumber() ? Spans.duration(duration.asLong()) : facts.status();
        boolean failed = facts.status().equals("failed");
        Bar bar = attempts.isEmpty()
                ? line -> line.fill(at, until, failed ? TimeBar.FAILED : TimeBar.WORK)
                : line -> attempts.forEach(attempt -> draw(attempt, line));
        return new Row(
                at,
                mark(facts.status()),
                facts.text("stepName"),
                fact,
                colour(facts.status()),
                bar,
                below(step, attempts));
    }

    private void draw(JsonNode attempt, TimeBar bar) {
        Optional<Instant> from = RunItem.time(attempt, "startedAt");
        if (from.isEmpty()) {
            return;
        }
        Instant to = RunItem.time(attempt, "endedAt").orElse(now);
        RunItem.time(attempt, "nextAttemptAt")
                .filter(next -> next.isAfter(to))
                .ifPresent(next -> bar.fill(to, next.isBefore(end) ? next : end, TimeBar.GAP));
        boolean failed = attempt.path("result").asString("").matches("failure|timeout");
        bar.fill(from.get(), to, failed ? TimeBar.FAILED : TimeBar.WORK);
    }

    private List<String> below(JsonNode step, List<JsonNode> attempts) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < attempts.size(); i++) {
            lines.add((i < attempts.size() - 1 ? "  ├ " : "  └ ") + attempt(attempts.get(i)));
        }
        String error = Foreign.line(step.path("errorMessage").asString(""));
        if (lines.isEmpty() && !error.isEmpty()) {
            lines.add("  └ " + error);
        }
        return lines;
    }

    private String attempt(JsonNode attempt) {
        String result = switch (attempt.path("result").asString("")) {
            case "success" -> "completed";
            case "failure" -> "failed";
            case "timeout" -> "timed out";
            default -> "running";
        };
        JsonNode took = attempt.path("durationMs");
        JsonNode wait = attempt.path("retryDelayMs");
        String message = Foreign.line(attempt.path("errorMessage").asString(""));
        return "attempt " + attempt.path("attemptNumber").asInt() + " "
                + Foreign.padded(result, 9)
                + String.format(" %12s", took.isNumber() ? Spans.duration(took.asLong()) : "")
                + (message.isEmpty() ? "" : "  " + message)
                + (wait.isNumber() ? "  (again after " + Spans.duration(wait.asLong()) + ")" : "");
    }

    private Row sleep(JsonNode sleep) {
        Instant at = RunItem.time(sleep, "startedAt").orElse(begin);
        Instant until = RunItem.time(sleep, "completedAt").orElse(now);
        JsonNode duration = sleep.path("durationMs");
        String fact = duration.isNumber() ? Spans.duration(duration.asLong()) : "";
        Bar bar = line -> line.fill(at, until, TimeBar.REST);
        return new Row(at, "z", "sleep", fact, Colour.DIM, bar, List.of());
    }

    private static String mark(String status) {
        return switch (status) {
            case "completed" -> "✓";
            case "failed" -> "✗";
            case "running" -> "▶";
            case "retrying" -> "↻";
            default -> "·";
        };
    }

    private static Colour colour(String status) {
        return switch (status) {
            case "failed" -> Colour.RED;
            case "running" -> Colour.BLUE;
            case "retrying" -> Colour.YELLOW;
            default -> Colour.NONE;
        };
    }
}
