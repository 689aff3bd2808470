package dev.weir.cli;

import dev.weir.core.event.RunKey;
import dev.weir.server.access.Scope;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "watch",
        description = {
            "Shows what a run is doing, live, until it ends; a run that is not there yet is waited for.",
            "Of an id that was used before, it is the newest run.",
            "Exits with 0 if the run succeeded, and with 1 if it failed, was cancelled, or has not ended in time."
        },
        sortOptions = false)
final class Watch implements Callable<Integer> {
    private static final Pattern DURATION = Pattern.compile("([1-9]\\d{0,4})([smhd])");

    private final Map<String, String> environment;
    private final Supplier<Instant> began;

    @Parameters(paramLabel = "ENV/SERVICE/ID", description = "Which one; what follows the second slash is the id.")
    private String key = "";

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30m",
            description = "How long to watch, such as 90s, 30m, 24h or 7d (default: 30m).")
    private String timeout = "30m";

    @Option(
            names = "--quiet",
            fallbackValue = "true",
            description = "Prints only how it ended, and reports no telemetry: nobody is shown a first signal.")
    private boolean quiet;

    @Option(names = "--json", fallbackValue = "true", description = "Prints each change as a line of JSON.")
    private boolean json;

    @Mixin
    private InstanceOptions instance = new InstanceOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** @param began when the command was started, by which its telemetry counts */
    Watch(Map<String, String> environment, Supplier<Instant> began) {
        this.environment = environment;
        this.began = began;
    }

    @Override
    public Integer call() throws InterruptedException {
        RunName name = RunName.of(key);
        Duration longest = timeout();
        Api api = new Api(instance.server(), instance.key());
        try (SignalTelemetry telemetry = new SignalTelemetry(api, environment, began, !quiet)) {
            return new SignalWatch(
                            name, new SignalApi(api, name), view(api), telemetry, likelyJobId(name), quiet, longest)
                    .watch(api);
        }
    }

    private Duration timeout() {
        Matcher parts = DURATION.matcher(timeout);
        if (!parts.matches()) {
            throw new Refusal(
                    Weir.WRONG_USAGE,
                    "--timeout is \"" + timeout + "\", but it must be a duration such as 90s, 30m, 24h or 7d.");
        }
        long number = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }

    /** Without a key it is the run's name that makes it; with one, only the server knows whose it is. */
    private String likelyJobId(RunName name) {
        return instance.key().isPresent()
                ? ""
                : new RunKey(Scope.LOCAL_ORG, name.env(), name.service(), name.id())
                        .id()
                        .toString();
    }

    private WatchView view(Api api) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Screen screen = Screen.of(environment);
        WatchReport report = new WatchReport(api);
        boolean drawable =
                screen.columns() > 0 && !environment.getOrDefault("TERM", "").equals("dumb");
        if (json) {
            return new WatchJson(out, err);
        }
        return drawable && !quiet
                ? new WatchPanel(out, err, screen, report, Clock.systemUTC())
                : new WatchLines(out, err, report, Clock.systemUTC());
    }
}
