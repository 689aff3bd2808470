package dev.weir.cli;

import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CSV as in RFC 4180, but with plain newlines, which every tool on a command line expects. */
final class CsvWriter implements ResultWriter {
    private final PrintWriter out;
    private boolean first = true;

    CsvWriter(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void begin(List<Column> columns) {
        if (!first) {
            out.print('\n');
        }
        first = false;
        row(columns.stream().map(Column::name).toList());
    }

    @Override
    public void row(List<@Nullable String> cells) {
        for (int i = 0; i < cells.size(); i++) {
            if (i > 0) {
                out.print(',');
            }
            out.print(quoted(cells.get(i)));
        }
        out.print('\n');
    }

    @Override
    public void end() {}

    /** An empty text is quoted, so that it differs from a null. */
    private static String quoted(@Nullable String cell) {
        if (cell == null) {
            return "";
        }
        boolean plain = !cell.isEmpty() && cell.chars().noneMatch(c -> c == '"' || c == ',' || c == '\n' || c == '\r');
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
