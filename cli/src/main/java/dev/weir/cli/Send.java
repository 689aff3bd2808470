package dev.weir.cli;

import dev.weir.cli.EventReader.Format;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "send",
        description = {
            "Sends the events in JSON, NDJSON, CSV and XES files, also compressed with gzip, and prints the accounting.",
            "Envelopes of a live-video network, {id, type, timestamp, gateway, data}, are recognised by their form.",
            "In CSV and XES, cases are workflows and activities are stages. Their events get ids made of what they say,"
                    + " so sending a file again changes nothing.",
            "Exits with 1 if any was rejected, with 3 if the server cannot be reached."
        },
        sortOptions = false)
final class Send implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Files to send; - is standard input.")
    private List<String> files = new ArrayList<>();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "auto",
            description = "auto, json, ndjson, csv, xes or network (default: auto, which looks at the content).")
    private String format = "";

    @Option(names = "--env", paramLabel = "ENV", description = "For events that name no environment.")
    private String env = "";

    @Option(names = "--service", paramLabel = "SERVICE", description = "For events that name no service.")
    private String service = "";

    @Option(names = "--name", paramLabel = "NAME", description = "For events that name no workflow.")
    private String name = "";

    @Option(
            names = "--map",
            paramLabel = "ROLE=COLUMN,…",
            description = {
                "Which column of a CSV file tells what; what is not said is guessed and shown.",
                "Roles: workflow, stage, time and lifecycle, or start and end for an interval per row, sla, name."
            })
    private String map = "";

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description = "Of times in CSV and XES that name none, such as Europe/Berlin (default: UTC, and said).")
    private String zone = "";

    @Mixin
    private InstanceOptions instance = new InstanceOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        Format known = format();
        ColumnChoice columns = ColumnChoice.parse(map);
        Optional<ZoneId> zoneOfOthers = zone();
        files.forEach(Send::checkReadable);
        URI endpoint = endpoint("/api/v1/events");
        URI networkEndpoint = endpoint("/api/v1/network-events");
        PrintWriter out = spec.commandLine().getOut();
        Tally tally = new Tally();
        SendProgress progress = new SendProgress(spec.commandLine().getErr(), tally, totalBytes());
        LogOptions logs = new LogOptions(env, service, columns, zoneOfOthers, progress::say);
        Delivery delivery = new Delivery(endpoint, instance.key(), Delivery.Patience.USUAL, tally);
        Delivery networkDelivery = new Delivery(networkEndpoint, instance.key(), Delivery.Patience.USUAL, tally);
        try (Batches batches = new Batches(delivery, networkDelivery, tally, name)) {
            Optional<Refusal> unreadable = readAll(new EventReader(known, batches, logs), progress);
            batches.finish();
            if (unreadable.isPresent()) {
                throw unreadable.get();
            }
            return tally.rejected() > 0 ? Weir.NO : Weir.FINE;
        } finally {
            // Also when something went wrong: what the server has acknowledged stays acknowledged.
            progress.end();
            tally.print(out);
        }
    }

    /** A file that breaks off keeps neither its own beginning nor the other files from being sent. */
    private Optional<Refusal> readAll(EventReader reader, SendProgress progress) {
        Optional<Refusal> unreadable = Optional.empty();
        for (int i = 0; i < files.size(); i++) {
            String file = files.get(i);
            try (InputStream in = file.equals("-") ? System.in : Files.newInputStream(Path.of(file))) {
                reader.read(i, file, progress.counting(in));
            } catch (UnreadableLog e) {
                unreadable = Optional.of(e.refusal());
            } catch (IOException e) {
                String sentence = "The file " + file + " cannot be read to its end: " + e.getMessage() + ".";
                unreadable = Optional.of(new Refusal(Weir.NO, sentence, e));
            }
        }
        return unreadable;
    }

    private Format format() {
        String wanted = format.toLowerCase(Locale.ROOT);
        for (Format known : Format.values()) {
            if (known.name().toLowerCase(Locale.ROOT).equals(wanted)) {
                return known;
            }
        }
        throw new Refusal(
                Weir.WRONG_USAGE,
                "--format is \"" + format + "\", but it must be auto, json, ndjson, csv, xes or network.");
    }

    private static void checkReadable(String file) {
        if (!file.equals("-") && (Files.isDirectory(Path.of(file)) || !Files.isReadable(Path.of(file)))) {
            throw new Refusal(
                    Weir.WRONG_USAGE, "The file " + file + " cannot be read: check that it is there and is a file.");
        }
    }

    private Optional<ZoneId> zone() {
        try {
            return zone.isEmpty() ? Optional.empty() : Optional.of(ZoneId.of(zone));
        } catch (DateTimeException e) {
            throw new Refusal(
                    Weir.WRONG_USAGE,
                    "--zone is \"" + zone + "\", but it must be a time zone such as Europe/Berlin.",
                    e);
        }
    }

    private URI endpoint(String path) {
        List<String> query = new ArrayList<>();
        if (!env.isEmpty()) {
            query.add("env=" + URLEncoder.encode(env, StandardCharsets.UTF_8));
        }
        if (!service.isEmpty()) {
            query.add("service=" + URLEncoder.encode(service, StandardCharsets.UTF_8));
        }
        String separator = query.isEmpty() ? "" : "?";
        return URI.create(instance.server() + path + separator + String.join("&", query));
    }

    /** 0 where it cannot be known. */
    private long totalBytes() {
        long total = 0;
        for (String file : files) {
            try {
                if (!Files.isRegularFile(Path.of(file))) {
                    return 0;
                }
                total += Files.size(Path.of(file));
            } catch (IOException e) {
                return 0;
            }
        }
        return total;
    }
}
