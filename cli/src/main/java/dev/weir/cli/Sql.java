package dev.weir.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "sql",
        description = {
            "Runs SQL in one read-only transaction and prints every row.",
            "Times are in UTC, booleans true or false, nulls empty."
        },
        sortOptions = false)
final class Sql implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "SQL",
            hideParamSyntax = true,
            description = "Statements, separated by semicolons; - reads standard input.")
    private List<String> sql = new ArrayList<>();

    @Option(
            names = "--csv",
            fallbackValue = "true",
            description = "Prints CSV (RFC 4180, lines end with a newline) instead of a table.")
    private boolean csv;

    @Mixin
    private InstanceOptions instance = new InstanceOptions();

    private CommandSpec spec = CommandSpec.create();

    /** SQL may begin with a comment, which looks like an option to the parser. */
    @Spec
    void setSpec(CommandSpec spec) {
        this.spec = spec;
        spec.parser().unmatchedOptionsArePositionalParams(true);
    }

    @Override
    public Integer call() {
        String statements = statements();
        PrintWriter out = spec.commandLine().getOut();
        ResultWriter writer = csv ? new CsvWriter(out) : new TableWriter(out);
        try (InstanceDatabase database = instance.database();
                Connection connection = database.connect()) {
            new ReadOnlyScript(connection, writer).run(statements);
            return Weir.FINE;
        } catch (SQLException e) {
            throw InstanceDatabase.refusal(e);
        }
    }

    /** An unknown option has come here too, but unlike a comment it has no space in it. */
    private String statements() {
        for (String argument : sql) {
            if (argument.matches("-\\S+")) {
                throw new ParameterException(spec.commandLine(), "Unknown option: '" + argument + "'");
            }
        }
        if (sql.size() > 1) {
            throw new ParameterException(spec.commandLine(), "SQL must be one argument, in quotes");
        }
        return sql.get(0).equals("-") ? standardInput() : sql.get(0);
    }

    private static String standardInput() {
        try {
            return new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new Refusal(Weir.NO, "Standard input cannot be read: " + e.getMessage(), e);
        }
    }
}
