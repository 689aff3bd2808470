package dev.weir.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "query",
        description = {
            "Measures how fast lists, searches and counts are answered, on a few runs and then on many.",
            "It takes about ten minutes at full scale, and wants the machine for itself."
        })
final class Query implements Callable<Integer> {
    private static final long BYTES_PER_RUN = 4_000;
    private static final long BYTES_ANYWAY = 4L << 30; // mostly the write-ahead log

    @Option(
            names = "--scale",
            defaultValue = "0.1",
            paramLabel = "SHARE",
            description = "Share of three million runs, from 0.01 to 3 (default ${DEFAULT-VALUE}).")
    private double scale;

    @Option(names = "--json", description = "Prints JSON instead of a table.")
    private boolean json;

    @Option(names = "--keep", description = "Leaves the database and the server's log behind, and says where.")
    private boolean keep;

    @Option(names = "--help", usageHelp = true, description = "Says what there is.")
    private boolean help;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, SQLException {
        if (!(scale >= 0.01 && scale <= 3)) {
            throw new ParameterException(
                    spec.commandLine(), "--scale is \"" + scale + "\", but it must be a number from 0.01 to 3");
        }
        try (Workplace workplace = Workplace.create(System.getenv("WEIR_HOME"), keep)) {
            requireRoom(workplace);
            if (keep) {
                say("Everything stays in " + workplace.directory() + ".");
            }
            Report report = new QueryBench(workplace, scale, step -> say(step + "…")).run();
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
        long needed = BYTES_ANYWAY + (long) (scale * QueryBench.RUNS_AT_FULL_SCALE * BYTES_PER_RUN);
        long free = Files.getFileStore(workplace.directory()).getUsableSpace();
        if (free < needed) {
            throw new IOException("The benchmark needs " + (needed >> 20) + " MB in " + workplace.directory()
                    + " and there are only " + (free >> 20) + " MB: make room, or choose a smaller --scale.");
        }
    }
}
