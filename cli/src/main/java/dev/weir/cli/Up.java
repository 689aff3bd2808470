package dev.weir.cli;

import dev.weir.server.Main;
import dev.weir.server.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** Its options are those of {@link Settings}, which also checks them before there is anything built to call. */
@Command(name = "up", description = "Starts Weir in the foreground.")
final class Up implements Callable<Integer> {
    /** Variables that other commands and the launcher read. */
    private static final Set<String> OTHER_VARIABLES = Set.of(
            "WEIR_HOME",
            "WEIR_TRAINING",
            "WEIR_JAVA_OPTS",
            "WEIR_LONG",
            "WEIR_CHROMIUM",
            "WEIR_SCALE",
            "WEIR_KEEP",
            "WEIR_URL",
            "WEIR_KEY",
            "WEIR_FORMAT",
            "WEIR_ENV",
            "WEIR_SERVICE",
            "WEIR_NAME",
            "WEIR_MAP",
            "WEIR_ZONE",
            "WEIR_CSV",
            "WEIR_VERIFY",
            "WEIR_STATUS",
            "WEIR_HEALTH",
            "WEIR_QUERY",
            "WEIR_ORDER",
            "WEIR_LIMIT",
            "WEIR_SORT",
            "WEIR_JSON",
            "WEIR_AT",
            "WEIR_TIMEOUT",
            "WEIR_QUIET",
            "WEIR_RUN");

    private final Map<String, String> environment;

    @Unmatched
    private List<String> arguments = new ArrayList<>();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    Up(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        if (arguments.contains("--help")) {
            spec.commandLine().getOut().print(Settings.usage());
            return Weir.FINE;
        }
        Settings settings = Settings.of(arguments, environment);
        for (String variable : variablesWithoutEffect(environment)) {
            spec.commandLine()
                    .getErr()
                    .println(variable + " is set but has no effect; weir up --help lists the variables that have.");
        }
        spec.commandLine().getErr().flush();
        return settings.demo() ? Main.run(settings, DemoFeed::beside) : Main.run(settings);
    }

    /** Mostly misspelt ones. Not an error, because some platforms add variables of their own with the same beginning. */
    static Set<String> variablesWithoutEffect(Map<String, String> environment) {
        Set<String> unknown = new TreeSet<>(environment.keySet());
        unknown.removeIf(variable -> !variable.startsWith("WEIR_") || OTHER_VARIABLES.contains(variable));
        Settings.OPTIONS.forEach(option -> unknown.remove(option.variable()));
        return unknown;
    }
}
