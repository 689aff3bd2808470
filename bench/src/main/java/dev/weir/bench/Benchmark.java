package dev.weir.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What all benchmarks have in common: options, a place to work in with enough room, and a report at the end. */
abstract class Benchmark implements Callable<Integer> {
    @Option(
            names = "--scale",
            defaultValue = "0.1",
            paramLabel = "SHARE",
            description = "How much of the whole, from 0.01 to 10 (default ${DEFAULT-VALUE}).")
    private double scale;

    @Option(names = "--json", fallbackValue = "true", description = "Prints JSON instead of a table.")
    private boolean json;

    @Option(
            names = "--keep",
            fallbackValue = "true",
            description = "Leaves the database and the server's log behind, and says where.")
    private boolean keep;

    @Option(names = "--help", usageHelp = true, description = "Says what there is.")
    private boolean help;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** What it takes on the disk, without the write-ahead log. */
    abstract long bytes(double scale);

    abstract Report measure(Workplace workplace, double scale, Consumer<String> progress)
            throws IOException, SQLException;

    @Override
    public Integer call() throws IOException, SQLException {
        if (!(scale >= 0.01 && scale <= 10)) {
            throw new ParameterException(
                    spec.commandLine(), "--scale is \"" + scale + "\", but it must be a number from 0.01 to 10");
        }
        try (Workplace workplace = Workplace.create(System.getenv("WEIR_HOME"), keep)) {
            requireRoom(workplace);
            if (keep) {
                say("Everything stays in " + workplace.directory() + ".");
            }
            Report report = measure(workplace, scale, step -> say(step + "…"));
            PrintWriter out = spec.commandLine().getOut();
            out.print(json ? report.asJson() : report.asText());
            out.flush();
        }
        return 0;
    }

    private void say(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }

    private void requireRoom(Workplace workplace) throws IOException {
        long writeAheadLog = 6L << 30;
        long needed = writeAheadLog + bytes(scale);
        long free = Files.getFileStore(workplace.directory()).getUsableSpace();
        if (free < needed) {
            throw new IOException("The benchmark needs " + (needed >> 20) + " MB in " + workplace.directory()
                    + " and there are only " + (free >> 20) + " MB: make room, or choose a smaller --scale.");
        }
    }
}
