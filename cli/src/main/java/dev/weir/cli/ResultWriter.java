package dev.weir.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints results row by row, so that their size does not matter. */
interface ResultWriter {
    void begin(List<Column> columns);

    void row(List<@Nullable String> cells);

    void end();

    record Column(String name, boolean number) {}
}
