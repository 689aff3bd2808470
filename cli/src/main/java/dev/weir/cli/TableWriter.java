package dev.weir.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An aligned table. The first rows decide how wide its columns are; a wider cell further down just sticks out. */
final class TableWriter implements ResultWriter {
    private static final int ROWS_TO_MEASURE = 1_000;

    private final PrintWriter out;
    private final List<List<String>> waiting = new ArrayList<>();
    private List<Column> columns = List.of();
    private int[] widths = {};
    private long rows;
    private boolean first = true;

    TableWriter(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void begin(List<Column> columns) {
        this.columns = columns;
        rows = 0;
        widths = columns.stream().mapToInt(column -> width(column.name())).toArray();
        if (!first) {
            out.print('\n');
        }
        first = false;
    }

    @Override
    public void row(List<@Nullable String> cells) {
        List<String> shown = cells.stream().map(TableWriter::shown).toList();
        rows++;
        if (rows > ROWS_TO_MEASURE) {
            print(shown);
            return;
        }
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], width(shown.get(i)));
        }
        waiting.add(shown);
        if (rows == ROWS_TO_MEASURE) {
            printWaiting();
        }
    }

    @Override
    public void end() {
        if (rows < ROWS_TO_MEASURE) {
            printWaiting();
        }
        out.print(rows == 1 ? "(1 row)\n" : "(" + rows + " rows)\n");
    }

    private void printWaiting() {
        print(columns.stream().map(Column::name).toList());
        StringBuilder rule = new StringBuilder();
        for (int width : widths) {
            rule.append(rule.isEmpty() ? "" : "-+-").append("-".repeat(width));
        }
        out.print(rule.append('\n'));
        waiting.forEach(this::print);
        waiting.clear();
    }

    private void print(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = cells.get(i);
            String padding = " ".repeat(Math.max(0, widths[i] - width(cell)));
            line.append(i == 0 ? "" : " | ");
            line.append(columns.get(i).number() ? padding + cell : cell + padding);
        }
        out.print(line.toString().stripTrailing() + "\n");
    }

    /** One row stays one line. */
    private static String shown(@Nullable String cell) {
        return cell == null
                ? ""
                : cell.replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t");
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
