package dev.weir.cli;

import dev.weir.cli.Screen.Colour;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs as a table, as wide as they need and the screen allows. */
final class RunTable {
    private static final List<String> NAMES =
            List.of("STATUS", "HEALTH", "NAME", "ID", "ENV", "SERVICE", "STARTED", "DURATION", "REASON");
    private static final int DURATION = 7;

    /** How narrow each may become before the line is longer than the screen. */
    private static final int[] LEAST = {9, 8, 10, 10, 5, 7, 8, 8, 14};

    private static final String GAP = "  ";

    private final Screen screen;
    private final Instant now;

    RunTable(Screen screen, Instant now) {
        this.screen = screen;
        this.now = now;
    }

    List<String> lines(List<RunItem> runs) {
        List<List<String>> rows = runs.stream().map(this::cells).toList();
        int[] widths = widths(rows);
        List<String> lines = new ArrayList<>();
        lines.add(screen.paint(Colour.DIM, line(NAMES, widths)));
        for (int i = 0; i < rows.size(); i++) {
            lines.add(painted(runs.get(i), line(rows.get(i), widths), widths));
        }
        return lines;
    }

    private List<String> cells(RunItem run) {
        return List.of(
                run.status(),
                run.health(),
                run.text("workflowName"),
                run.text("workflowId"),
                run.text("env"),
                run.text("serviceKey"),
                run.time("startedAt").map(at -> Spans.moment(at, now)).orElse(""),
                run.durationMs(now).map(Spans::duration).orElse(""),
                run.reason());
    }

    private int[] widths(List<List<String>> rows) {
        int[] widths = NAMES.stream().mapToInt(String::length).toArray();
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], Foreign.width(row.get(i)));
            }
        }
        int room = screen.columns() - GAP.length() * (widths.length - 1);
        while (screen.columns() > 0 && Arrays.stream(widths).sum() > room) {
            int widest = widest(widths);
            if (widest < 0) {
                break;
            }
            widths[widest]--;
        }
        return widths;
    }

    /** The one that loses least by losing a column. */
    private static int widest(int[] widths) {
        int widest = -1;
        for (int i = 0; i < widths.length; i++) {
            if (widths[i] > LEAST[i] && (widest < 0 || widths[i] - LEAST[i] > widths[widest] - LEAST[widest])) {
                widest = i;
            }
        }
        return widest;
    }

    private static String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = Foreign.cut(cells.get(i), widths[i]);
            String space = " ".repeat(Math.max(0, widths[i] - Foreign.width(cell)));
            line.append(i == 0 ? "" : GAP).append(i == DURATION ? space + cell : cell + space);
        }
        return line.toString().stripTrailing();
    }

    /** Only what says how it is has a colour. */
    private String painted(RunItem run, String line, int[] widths) {
        int end = Math.min(line.length(), widths[0] + GAP.length() + widths[1]);
        return screen.paint(run.colour(), line.substring(0, end)) + line.substring(end);
    }
}
