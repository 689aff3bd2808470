package dev.weir.cli;

import dev.weir.cli.EventStream.Frame;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

@Command(
        name = "tail",
        description = {
            "Prints events as they come in, until Ctrl-C.",
            "When the server goes away, it waits for it and goes on where it stopped."
        },
        sortOptions = false)
final class Tail implements Callable<Integer> {
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(35);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
    private static final int MOST_REMEMBERED = 10_000;

    private final Map<String, String> environment;

    @Option(names = "--env", paramLabel = "ENV", description = "Only of this environment; may be given several times.")
    private List<String> env = new ArrayList<>();

    @Option(
            names = "--service",
            paramLabel = "SERVICE",
            description = "Only of this service; may be given several times.")
    private List<String> service = new ArrayList<>();

    @Option(names = "--limit", paramLabel = "N", description = "Stops after so many events (default: never).")
    private long limit = Long.MAX_VALUE;

    @Option(names = "--json", fallbackValue = "true", description = "Prints each event as a line of JSON.")
    private boolean json;

    @Mixin
    private InstanceOptions instance = new InstanceOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** A connection may be lost after an event and before its position: then the server tells of that event again. */
    private final Set<String> told = Collections.newSetFromMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Entry<String, Boolean> eldest) {
            return size() > MOST_REMEMBERED;
        }
    });

    private long printed;
    private boolean connected;

    Tail(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (limit < 1) {
            throw new Refusal(Weir.WRONG_USAGE, "--limit is " + limit + ", but it must be at least 1.");
        }
        Api api = new Api(instance.server(), instance.key());
        List<Entry<String, String>> query = new ArrayList<>(List.of(Map.entry("topics", "events")));
        env.forEach(value -> query.add(Map.entry("env", value)));
        service.forEach(value -> query.add(Map.entry("service", value)));
        URI uri = api.uri("/api/v1/stream", query);
        follow(api, new EventStream(api, uri, LONGEST_SILENCE));
        return Weir.FINE;
    }

    /** A server that was never there is a mistake; one that was there may come back. */
    private void follow(Api api, EventStream stream) throws InterruptedException {
        EventLine line = new EventLine(Screen.of(environment));
        int failures = 0;
        boolean knownServer = false;
        while (true) {
            connected = false;
            try {
                stream.read(frame -> take(frame, line));
                return;
            } catch (IOException e) {
                knownServer |= connected;
                if (!knownServer) {
                    throw api.unreachable(e);
                }
            } catch (Refusal refusal) {
                if (!knownServer || refusal.exitCode() != Weir.UNREACHABLE) {
                    throw refusal;
                }
            }
            failures = connected ? 1 : failures + 1;
            if (failures == 1) {
                tell("The server went away; waiting for it.");
            }
            Thread.sleep(Math.min(LONGEST_WAIT.toMillis(), 250L << Math.min(failures - 1, 10)));
        }
    }

    private boolean take(Frame frame, EventLine line) {
        connected = true;
        if (frame.event().equals("reset")) {
            tell("Some events are left out: the server no longer knows where this stopped.");
        }
        if (!frame.event().equals("event")) {
            return true;
        }
        JsonNode event = Api.JSON.readTree(frame.data());
        if (!told.add(event.path("eventId").asString(""))) {
            return true;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print((json ? event.toString() : line.of(event)) + "\n");
        out.flush();
        printed++;
        return printed < limit;
    }

    private void tell(String sentence) {
        spec.commandLine().getErr().println(sentence);
        spec.commandLine().getErr().flush();
    }
}
