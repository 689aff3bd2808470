package dev.weir.bench;

import dev.weir.cli.EnvironmentDefaults;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code weir bench}: the entry of the launcher. */
@Command(
        name = "weir bench",
        description = {
            "Measures Weir, each figure beside its reference, all in one run on the same database.",
            "Without a command it is ingest."
        },
        subcommands = {Ingest.class, Query.class, Live.class, Stages.class, Sessions.class, Signals.class, Flink.class})
public final class Bench {
    private static final int NO = 1;
    private static final int WRONG_USAGE = 2;

    @Option(names = "--help", usageHelp = true, description = "Says what there is.")
    private boolean help;

    private Bench() {}

    public static void main(String[] arguments) {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(arguments, System.getenv(), out, err));
    }

    static int run(String[] arguments, Map<String, String> environment, PrintWriter out, PrintWriter err) {
        return commands()
                .setDefaultValueProvider(new EnvironmentDefaults(environment))
                .setOut(out)
                .setErr(err)
                .setColorScheme(new ColorScheme.Builder(Ansi.OFF).build())
                .setParameterExceptionHandler(Bench::explain)
                .setExecutionExceptionHandler(Bench::report)
                .execute(named(arguments));
    }

    static CommandLine commands() {
        return new CommandLine(new Bench());
    }

    /** Whoever does not say what to measure wants to know how fast events go in. */
    private static String[] named(String[] arguments) {
        boolean isNamed = arguments.length > 0 && (!arguments[0].startsWith("-") || arguments[0].equals("--help"));
        return isNamed
                ? arguments
                : Stream.concat(Stream.of("ingest"), Stream.of(arguments)).toArray(String[]::new);
    }

    private static int explain(ParameterException wrong, String[] arguments) {
        CommandLine command = wrong.getCommandLine();
        command.getErr()
                .println(oneLine(wrong) + "; " + command.getCommandSpec().qualifiedName()
                        + " --help says what is allowed.");
        return WRONG_USAGE;
    }

    private static int report(Exception failure, CommandLine command, CommandLine.ParseResult parsed) throws Exception {
        if (failure instanceof IOException || failure instanceof SQLException) {
            command.getErr().println("The benchmark ended early: " + oneLine(failure));
            return NO;
        }
        throw failure;
    }

    private static String oneLine(Exception failure) {
        return String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
