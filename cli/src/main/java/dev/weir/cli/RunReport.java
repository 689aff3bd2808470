package dev.weir.cli;

import dev.weir.cli.Screen.Colour;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** One run in full, as text: what it is, how it fares, its steps along the time, what went wrong, what went in and out. */
final class RunReport {
    private static final int MOST_RUNS = 10;

    private final Screen screen;
    private final Instant now;
    private final JsonNode detail;
    private final RunItem run;
    private final List<String> lines = new ArrayList<>();

    RunReport(Screen screen, Instant now, JsonNode detail) {
        this.screen = screen;
        this.now = RunItem.time(detail, "at").orElse(now);
        this.detail = detail;
        run = new RunItem(detail.path("workflow"));
    }

    /** @param attempts of the steps that had several, by the name of the step */
    List<String> lines(Map<String, List<JsonNode>> attempts) {
        head();
        lines.addAll(new StepTree(screen, now, run).lines(detail.path("steps"), detail.path("sleeps"), attempts));
        error();
        json("Input", "input");
        json("Output", "output");
        earlierRuns();
        return lines;
    }

    private void head() {
        lines.add(screen.paint(run.colour(), sentence()));
        String execution = run.text("executionId");
        lines.add(screen.paint(Colour.BOLD, run.text("workflowName")) + "  " + run.place() + "  run "
                + run.json().path("runSeq").asInt(1) + (execution.isEmpty() ? "" : "  execution " + execution));
        lines.add(screen.paint(Colour.DIM, moments()));
        RunItem.time(detail, "at").ifPresent(at -> lines.add("As it was known at " + Spans.exact(at) + "."));
        String inferred = texts(run.json().path("inferred"));
        if (!inferred.isEmpty()) {
            lines.add("Inferred, because the event that says it is missing: " + inferred + ".");
        }
        for (JsonNode corrected : run.json().path("corrected")) {
            lines.add("Corrected by an event that came late: "
                    + Foreign.line(corrected.path("field").asString("")) + " was "
                    + Foreign.line(corrected.path("from").asString("nothing")) + ".");
        }
    }

    String sentence() {
        String lasted = run.durationMs(now).map(Spans::duration).orElse("");
        return switch (run.status()) {
            case "completed" -> "Completed" + (lasted.isEmpty() ? "." : " in " + lasted + ".");
            case "failed" -> "Failed" + after(lasted) + because();
            case "cancelled" -> "Cancelled" + after(lasted) + ".";
            case "paused" -> health().orElseGet(this::paused);
            case "pending" -> health().orElse("Queued and not started yet.");
            default -> health().orElseGet(() -> "Running" + (lasted.isEmpty() ? "" : " for " + lasted) + in() + ".");
        };
    }

    private Optional<String> health() {
        String reason = Foreign.line(run.json().path("health").path("reason").asString(""));
        if (reason.isEmpty()) {
            return Optional.empty();
        }
        String state = run.health();
        return Optional.of(Character.toUpperCase(state.charAt(0)) + state.substring(1) + ": " + reason);
    }

    private String paused() {
        String why = run.text("pauseReason");
        return "Paused" + (why.isEmpty() ? "" : " for a " + why)
                + run.time("resumeAt")
                        .map(at -> " until " + Spans.moment(at, now))
                        .orElse("") + ".";
    }

    private String in() {
        return run.text("currentStep").isEmpty() ? "" : ", now in " + run.text("currentStep");
    }

    private static String after(String lasted) {
        return lasted.isEmpty() ? "" : " after " + lasted;
    }

    private String because() {
        String step = run.text("errorStepName");
        int attempt = run.json().path("errorAttempt").asInt(0);
        String where = step.isEmpty() ? "" : " in " + step + (attempt > 1 ? ", attempt " + attempt : "");
        String message = run.text("errorMessage");
        return where + (message.isEmpty() ? "." : ": " + message);
    }

    private String moments() {
        List<String> moments = new ArrayList<>();
        run.time("startedAt").ifPresent(at -> moments.add("started " + Spans.exact(at)));
        for (String end : List.of("completedAt", "failedAt", "cancelledAt")) {
            run.time(end).ifPresent(at -> moments.add(end.replace("At", "") + " " + Spans.exact(at)));
        }
        if (run.isOpen()) {
            run.time("lastEventAt").ifPresent(at -> moments.add("last event " + Spans.exact(at)));
        }
        return String.join(", ", moments) + " (UTC)";
    }

    private void error() {
        String message = run.json().path("errorMessage").asString("");
        String stack = run.json().path("errorStack").asString("");
        if (!message.isEmpty() || !stack.isEmpty()) {
            title("Error");
            indented(stack.contains(message) ? stack : message + "\n" + stack);
        }
    }

    private void json(String title, String field) {
        JsonNode value = run.json().path(field);
        if (!value.isMissingNode() && !value.isNull()) {
            title(title);
            indented(Api.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(value));
        }
    }

    private void earlierRuns() {
        JsonNode runs = detail.path("runs");
        if (runs.size() < 2) {
            return;
        }
        title("Runs of this id");
        int shown = run.json().path("runSeq").asInt();
        int newest = runs.get(runs.size() - 1).path("runSeq").asInt();
        for (JsonNode node : runs) {
            int number = node.path("runSeq").asInt();
            if (number > newest - MOST_RUNS || number == shown) {
                lines.add((number == shown ? "→ " : "  ") + earlierRun(number, newest, new RunItem(node)));
            }
        }
        if (runs.size() > MOST_RUNS) {
            lines.add("  of " + runs.size() + "; --run K shows any of them");
        }
    }

    private String earlierRun(int number, int newest, RunItem other) {
        return Foreign.padded("" + number, ("" + newest).length()) + "  " + Foreign.padded(other.status(), 9) + "  "
                + other.time("startedAt").map(Spans::exact).orElse("not started") + "  "
                + other.durationMs(now).map(Spans::duration).orElse("");
    }

    private void title(String title) {
        lines.add("");
        lines.add(screen.paint(Colour.BOLD, title));
    }

    private void indented(String text) {
        for (String line : Foreign.lines(text).stripTrailing().split("\n", -1)) {
            lines.add("  " + line);
        }
    }

    private static String texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(node -> Foreign.line(node.asString("")))
                .collect(Collectors.joining(", "));
    }
}
