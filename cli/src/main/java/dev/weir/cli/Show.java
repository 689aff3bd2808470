package dev.weir.cli;

import java.io.PrintWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

@Command(
        name = "show",
        description = {
            "Shows one run: how it fares, its steps and attempts, its error, its input and output.",
            "Exits with 1 if there is no such run."
        },
        sortOptions = false)
final class Show implements Callable<Integer> {
    /** Each is a request of its own. */
    private static final int MOST_STEPS_WITH_ATTEMPTS = 50;

    private final Map<String, String> environment;

    @Parameters(paramLabel = "ENV/SERVICE/ID", description = "Which one; what follows the second slash is the id.")
    private String key = "";

    @Option(names = "--run", paramLabel = "K", description = "The K-th run of this id (default: the newest).")
    private String run = "";

    @Option(names = "--at", paramLabel = "TIME", description = "As it was known then, such as 2026-01-31T12:00:00Z.")
    private String at = "";

    @Option(names = "--json", fallbackValue = "true", description = "Prints what the server says.")
    private boolean json;

    @Mixin
    private InstanceOptions instance = new InstanceOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    Show(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        RunName name = RunName.of(key);
        List<Entry<String, String>> moment = moment();
        List<Entry<String, String>> query = new ArrayList<>(name.query());
        query.addAll(moment);
        Api api = new Api(instance.server(), instance.key());
        JsonNode detail = api.get("/api/v1/workflow", query);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.print(Api.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(detail) + "\n");
        } else {
            new RunReport(Screen.of(environment), Instant.now(), detail)
                    .lines(at.isEmpty() ? attempts(api, name, detail, moment) : Map.of())
                    .forEach(line -> out.print(line + "\n"));
        }
        return Weir.FINE;
    }

    private List<Entry<String, String>> moment() {
        List<Entry<String, String>> moment = new ArrayList<>();
        if (!run.isEmpty()) {
            if (!run.matches("[1-9]\\d{0,8}")) {
                throw new Refusal(
                        Weir.WRONG_USAGE, "--run is \"" + run + "\", but it must be a whole number from 1 on.");
            }
            moment.add(Map.entry("run", run));
        }
        if (!at.isEmpty()) {
            try {
                moment.add(Map.entry("at", Instant.parse(at).toString()));
            } catch (DateTimeException e) {
                throw new Refusal(
                        Weir.WRONG_USAGE,
                        "--at is \"" + at + "\", but it must be a time such as 2026-01-31T12:00:00Z.",
                        e);
            }
        }
        return moment;
    }

    /** Of the steps that had more than one: the others say it all themselves. */
    private static Map<String, List<JsonNode>> attempts(
            Api api, RunName name, JsonNode detail, List<Entry<String, String>> moment) {
        Map<String, List<JsonNode>> attempts = new HashMap<>();
        String path = "/api/v1/workflows/" + Api.segment(name.env()) + "/" + Api.segment(name.service()) + "/"
                + Api.segment(name.id()) + "/steps/";
        for (JsonNode step : detail.path("steps")) {
            boolean several = step.path("currentAttempt").asInt(1) > 1
                    || step.path("retryCount").asInt(0) > 0;
            if (several && attempts.size() < MOST_STEPS_WITH_ATTEMPTS) {
                String stepName = step.path("stepName").asString("");
                List<JsonNode> found = new ArrayList<>();
                attemptsOf(api, path + Api.segment(stepName), moment).forEach(found::add);
                attempts.put(stepName, found);
            }
        }
        return attempts;
    }

    /** An id or a name that no path can hold, such as two dots, goes without them. */
    private static JsonNode attemptsOf(Api api, String path, List<Entry<String, String>> moment) {
        try {
            return api.get(path, moment).path("attempts");
        } catch (Refusal refusal) {
            if (refusal.exitCode() == Weir.UNREACHABLE) {
                throw refusal;
            }
            return Api.JSON.createArrayNode();
        }
    }
}
