package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.ResultWriter.Column;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ResultWriterTest {
    private static final List<Column> COLUMNS =
            List.of(new Column("name", false), new Column("n", true), new Column("note, or none", false));

    private final StringWriter printed = new StringWriter();
    private final PrintWriter out = new PrintWriter(printed);

    @Test
    void csvQuotesWhatNeedsItAndTellsNullFromEmpty() {
        ResultWriter csv = new CsvWriter(out);
        csv.begin(COLUMNS);
        csv.row(Arrays.asList("plain text", "1", null));
        csv.row(Arrays.asList("a \"quote\"", "-2.5", ""));
        csv.row(Arrays.asList("two\r\nlines", null, "é😀;'"));
        csv.end();

        assertThat(printed.toString())
                .isEqualTo("name,n,\"note, or none\"\n"
                        + "plain text,1,\n"
                        + "\"a \"\"quote\"\"\",-2.5,\"\"\n"
                        + "\"two\r\nlines\",,é😀;'\n");
    }

    @Test
    void csvSeparatesResultsByAnEmptyLine() {
        ResultWriter csv = new CsvWriter(out);
        for (String value : List.of("1", "2")) {
            csv.begin(List.of(new Column("v", true)));
            csv.row(List.of(value));
            csv.end();
        }

        assertThat(printed.toString()).isEqualTo("v\n1\n\nv\n2\n");
    }

    @Test
    void tableAlignsColumnsAndKeepsARowOnOneLine() {
        ResultWriter table = new TableWriter(out);
        table.begin(COLUMNS);
        table.row(Arrays.asList("long\nname", "1", null));
        table.row(Arrays.asList("😀", "1000", "x"));
        table.end();

        assertThat(printed.toString()).isEqualTo("""
                        name       |    n | note, or none
                        -----------+------+--------------
                        long\\nname |    1 |
                        😀          | 1000 | x
                        (2 rows)
                        """);
    }

    @Test
    void tableWithoutRowsStillNamesItsColumns() {
        ResultWriter table = new TableWriter(out);
        table.begin(COLUMNS);
        table.end();

        assertThat(printed.toString()).isEqualTo("name | n | note, or none\n-----+---+--------------\n(0 rows)\n");
    }

    @Test
    void tableIsMeasuredByItsFirstThousandRowsOnly() {
        ResultWriter table = new TableWriter(out);
        table.begin(List.of(new Column("v", true)));
        IntStream.rangeClosed(1, 1_001).forEach(i -> table.row(List.of(i == 1_001 ? "1000000" : "7")));
        table.end();

        String rows = IntStream.rangeClosed(1, 1_000).mapToObj(i -> "7\n").collect(Collectors.joining());
        assertThat(printed.toString()).isEqualTo("v\n-\n" + rows + "1000000\n(1001 rows)\n");
    }
}
