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
            "Sends the events in JSON and NDJSON files, also compressed with gzip, and prints the accounting.",
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
            description = "auto, json or ndjson (default: auto, which looks at the content).")
    private String format = "";

    @Option(names = "--env", paramLabel = "ENV", description = "For events that name no environment.")
    private String env = "";

    @Option(names = "--service", paramLabel = "SERVICE", description = "For events that name no service.")
    private String service = "";

    @Option(names = "--name", paramLabel = "NAME", description = "For events that name no workflow.")
    private String name = "";

    @Mixin
    private InstanceOptions instance = new InstanceOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        Format known = format();
        files.forEach(Send::checkReadable);
        URI endpoint = endpoint();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Tally tally = new Tally();
        SendProgress progress = new SendProgress(err, tally, totalBytes());
        Delivery delivery = new Delivery(endpoint, instance.key(), Delivery.Patience.USUAL, tally);
        try (Batches batches = new Batches(delivery, tally, name)) {
            Optional<Refusal> unreadable = readAll(new EventReader(known, batches), progress);
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
            } catch (IOException e) {
                String sentence = "The file " + file + " cannot be read to its end: " + e.getMessage() + ".";
                unreadable = Optional.of(new Refusal(Weir.NO, sentence, e));
            }
        }
        return unreadable;
    }

    private Format format() {
        String wanted = format.toLowerCase(Locale.ROOT);
        if (wanted.equals("csv") || wanted.equals("xes")) {
            throw notYet();
        }
        for (Format known : Format.values()) {
            if (known.name().toLowerCase(Locale.ROOT).equals(wanted)) {
                return known;
            }
        }
        throw new Refusal(Weir.WRONG_USAGE, "--format is \"" + format + "\", but it must be auto, json or ndjson.");
    }

    private static void checkReadable(String file) {
        if (file.matches("(?i).*\\.(csv|xes)(\\.gz)?")) {
            throw notYet();
        }
        if (!file.equals("-") && (Files.isDirectory(Path.of(file)) || !Files.isReadable(Path.of(file)))) {
            throw new Refusal(
                    Weir.WRONG_USAGE, "The file " + file + " cannot be read: check that it is there and is a file.");
        }
    }

    private static Refusal notYet() {
        return new Refusal(
                Weir.WRONG_USAGE, "This version reads JSON and NDJSON only: turn CSV and XES into one of these first.");
    }

    private URI endpoint() {
        List<String> query = new ArrayList<>();
        if (!env.isEmpty()) {
            query.add("env=" + URLEncoder.encode(env, StandardCharsets.UTF_8));
        }
        if (!service.isEmpty()) {
            query.add("service=" + URLEncoder.encode(service, StandardCharsets.UTF_8));
        }
        String separator = query.isEmpty() ? "" : "?";
        return URI.create(instance.server() + "/api/v1/events" + separator + String.join("&", query));
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
