package dev.weir.cli;

import dev.weir.server.Settings.WrongUsage;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** The entry of every command; the launcher has already said which one and built what it needs. */
@Command(
        name = "weir",
        subcommands = {
            Up.class,
            Send.class,
            Ls.class,
            Show.class,
            Watch.class,
            Tail.class,
            Sql.class,
            Rebuild.class,
            Check.class
        })
public final class Weir implements Runnable {
    static final int FINE = 0;
    static final int NO = 1;
    static final int WRONG_USAGE = 2;
    static final int UNREACHABLE = 3;

    @Option(names = "--help", usageHelp = true, description = "Says what there is.")
    private boolean help;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.create();

    private Weir() {}

    public static void main(String[] arguments) {
        if (arguments.length == 0 || !arguments[0].equals("up")) {
            // The server sets up its own logging; a command speaks for itself, and only warnings are worth more.
            System.setProperty("logback.configurationFile", "dev/weir/cli/warnings-only.xml");
        }
        PrintWriter out = utf8(FileDescriptor.out);
        PrintWriter err = utf8(FileDescriptor.err);
        int code = run(arguments, System.getenv(), out, err, Weir::processStarted);
        err.flush();
        System.exit(code);
    }

    static int run(String[] arguments, Map<String, String> environment, PrintWriter out, PrintWriter err) {
        Instant now = Instant.now();
        return run(arguments, environment, out, err, () -> now);
    }

    /** Whoever waits for a command waits for Java, too. */
    private static Instant processStarted() {
        return Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
    }

    private static int run(
            String[] arguments,
            Map<String, String> environment,
            PrintWriter out,
            PrintWriter err,
            Supplier<Instant> began) {
        CommandLine commands = commands(environment, began)
                .setOut(out)
                .setErr(err)
                .setColorScheme(new ColorScheme.Builder(Ansi.OFF).build())
                .setExecutionStrategy(parsed -> execute(parsed, err))
                .setParameterExceptionHandler(WRONG_PARAMETERS)
                .setExecutionExceptionHandler(FAILED);
        int code = commands.execute(arguments);
        try {
            out.flush();
        } catch (OutputLost lost) {
            return afterLosing(lost, err);
        }
        return code;
    }

    static CommandLine commands(Map<String, String> environment, Supplier<Instant> began) {
        return new CommandLine(new Weir(), new Commands(environment, began))
                .setDefaultValueProvider(new EnvironmentDefaults(environment));
    }

    /** Help is printed outside of any command, so its loss is noticed here. */
    private static int execute(ParseResult parsed, PrintWriter err) {
        try {
            return new RunLast().execute(parsed);
        } catch (OutputLost lost) {
            return afterLosing(lost, err);
        }
    }

    private static int afterLosing(OutputLost lost, PrintWriter err) {
        if (lost.readerIsGone()) {
            return FINE;
        }
        err.println(lost.getMessage());
        return NO;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "A command is missing");
    }

    private static final IParameterExceptionHandler WRONG_PARAMETERS = (wrong, arguments) -> {
        CommandLine command = wrong.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(oneLine(wrong.getMessage()) + "; " + name + " --help says what is allowed.");
        return WRONG_USAGE;
    };

    private static final IExecutionExceptionHandler FAILED = (failure, command, parsed) -> {
        if (failure instanceof OutputLost lost) {
            return afterLosing(lost, command.getErr());
        }
        command.getOut().flush();
        if (failure instanceof Refusal refusal) {
            command.getErr().println(oneLine(refusal.getMessage()));
            return refusal.exitCode();
        }
        if (failure instanceof WrongUsage wrong) {
            wrong.problems().forEach(command.getErr()::println);
            return WRONG_USAGE;
        }
        command.getErr().println("This should not have happened, please report it:");
        failure.printStackTrace(command.getErr());
        return NO;
    };

    private static String oneLine(@Nullable String message) {
        return String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", " ");
    }

    private static PrintWriter utf8(FileDescriptor descriptor) {
        OutputStream stream = OutputLost.noticedBy(new FileOutputStream(descriptor));
        return new PrintWriter(new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8)));
    }
}
