package dev.weir.cli;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

@Command(
        name = "ls",
        description = {"Lists runs, newest first.", "Filters may be given several times: any of their values will do."},
        sortOptions = false)
final class Ls implements Callable<Integer> {
    private final Map<String, String> environment;

    @Option(names = "--env", paramLabel = "ENV", description = "Only of this environment.")
    private List<String> env = new ArrayList<>();

    @Option(names = "--service", paramLabel = "SERVICE", description = "Only of this service.")
    private List<String> service = new ArrayList<>();

    @Option(
            names = "--status",
            paramLabel = "STATUS",
            description = "Only pending, running, paused, completed, failed or cancelled ones.")
    private List<String> status = new ArrayList<>();

    @Option(
            names = "--health",
            paramLabel = "HEALTH",
            description = "Only open ones that are ok, retrying, waiting, overdue or stalled.")
    private List<String> health = new ArrayList<>();

    @Option(names = "--name", paramLabel = "NAME", description = "Only of workflows with this name.")
    private List<String> name = new ArrayList<>();

    @Option(
            names = {"-q", "--query"},
            paramLabel = "TEXT",
            description = "Only with this text in id, name, execution id or error message.")
    private String query = "";

    @Option(
            names = "--sort",
            paramLabel = "BY",
            description = "started (default), ended, lastEvent, created, duration, name, status, env, service or id.")
    private String sort = "";

    @Option(names = "--order", paramLabel = "ORDER", description = "desc (default) or asc.")
    private String order = "";

    @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "How many (default: 50).")
    private int limit = 50;

    @Option(names = "--json", fallbackValue = "true", description = "Prints what the server says, as a JSON array.")
    private boolean json;

    @Mixin
    private InstanceOptions instance = new InstanceOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    Ls(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        if (limit < 1) {
            throw new Refusal(Weir.WRONG_USAGE, "--limit is " + limit + ", but it must be at least 1.");
        }
        List<JsonNode> found =
                new Api(instance.server(), instance.key()).items("/api/v1/workflows", parameters(), limit);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.print(Api.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(found) + "\n");
        } else if (found.isEmpty()) {
            spec.commandLine().getErr().println("There is no such run.");
        } else {
            new RunTable(Screen.of(environment), Instant.now())
                    .lines(found.stream().map(RunItem::new).toList())
                    .forEach(line -> out.print(line + "\n"));
        }
        return Weir.FINE;
    }

    private List<Entry<String, String>> parameters() {
        List<Entry<String, String>> parameters = new ArrayList<>();
        env.forEach(value -> parameters.add(Map.entry("env", value)));
        service.forEach(value -> parameters.add(Map.entry("service", value)));
        status.forEach(value -> parameters.add(Map.entry("status", value)));
        health.forEach(value -> parameters.add(Map.entry("health", value)));
        name.forEach(value -> parameters.add(Map.entry("name", value)));
        Map.of("q", query, "sort", sort, "order", order).forEach((parameter, value) -> {
            if (!value.isEmpty()) {
                parameters.add(Map.entry(parameter, value));
            }
        });
        return parameters;
    }
}
