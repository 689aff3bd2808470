package dev.weir.cli;

import dev.weir.cli.ResultWriter.Column;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "check",
        description = {
            "Checks what must hold of everything that is derived, and prints the rows that break a rule.",
            "Exits with 1 if there are any. The rules are documentation/reports/METRICS_VALIDATION_QUERIES.sql."
        },
        sortOptions = false)
final class Check implements Callable<Integer> {
    private static final int MOST_ROWS = 20;

    @Mixin
    private InstanceOptions instance = new InstanceOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<Rule> rules = Rule.all();
        int broken = 0;
        try (InstanceDatabase database = instance.database();
                Connection connection = database.connect()) {
            for (Rule rule : rules) {
                Violations violations = new Violations(out, rule);
                new ReadOnlyScript(connection, violations).run(rule.sql());
                broken += violations.rows == 0 ? 0 : 1;
            }
        } catch (SQLException e) {
            throw InstanceDatabase.refusal(e);
        }
        out.print(String.format(Locale.ROOT, "%d rules, %d broken\n", rules.size(), broken));
        return broken == 0 ? Weir.FINE : Weir.NO;
    }

    /** Prints a rule, and the first of the rows that break it. */
    private static final class Violations implements ResultWriter {
        private final PrintWriter out;
        private final Rule rule;
        private final TableWriter table;
        private List<Column> columns = List.of();
        private long rows;

        Violations(PrintWriter out, Rule rule) {
            this.out = out;
            this.rule = rule;
            this.table = new TableWriter(out);
        }

        @Override
        public void begin(List<Column> columns) {
            this.columns = columns;
        }

        @Override
        public void row(List<@Nullable String> cells) {
            if (rows == 0) {
                out.print("broken  " + rule.sentence() + "\n");
                table.begin(columns);
            }
            rows++;
            if (rows <= MOST_ROWS) {
                table.row(cells);
            }
        }

        @Override
        public void end() {
            if (rows == 0) {
                out.print("holds   " + rule.sentence() + "\n");
                return;
            }
            table.end();
            if (rows > MOST_ROWS) {
                out.print(String.format(Locale.ROOT, "and %,d more\n", rows - MOST_ROWS));
            }
        }
    }
}
