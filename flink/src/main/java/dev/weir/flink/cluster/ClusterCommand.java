package dev.weir.flink.cluster;

import dev.weir.flink.Arguments;
import dev.weir.flink.JobOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code weir flink …}, as far as it is about processes: the launcher says by properties where their class paths are and
 * where they keep what they have.
 */
public final class ClusterCommand {
    private static final int FINE = 0;
    private static final int REFUSED = 1;
    private static final int WRONG_USAGE = 2;
    private static final int UNREACHABLE = 3;
    private static final String HELP = """
            Usage: weir flink COMMAND [OPTION]…

              run                        the job in this process, on a small cluster of its own
              submit --jobmanager URL    the job on a cluster; options of weir flink run go with it
                [--slots N]              how many slots of it to use; 1
                [--from SAVEPOINT]       a savepoint or checkpoint to go on from
              jar FILE                   write the job's jar, to be submitted by other means

            On this machine, each in the foreground until it is interrupted, with what it keeps below --data DIR:

              broker                     a Kafka broker
              zookeeper                  what JobManagers find their jobs in again
              jobmanager                 Flink's JobManager; wants zookeeper
              taskmanager [--number N]   Flink's TaskManager; wants jobmanager; --number sets several apart; 1
                [--slots N]              how many parts of a job it runs side by side; 2

            Each option is also a variable, --jobmanager is WEIR_FLINK_JOBMANAGER; the database is also that of WEIR_DB.
            """;

    private static final Set<String> OF_SUBMIT = Set.of("jobmanager", "slots", "from");
    private static final int MOST = 9_999;

    private final Path jars = Path.of(System.getProperty("weir.flink.jars", "."));
    private final String command;
    private final List<String> given;
    private final Map<String, String> environment;
    private final PrintStream out;

    private ClusterCommand(List<String> all, Map<String, String> environment, PrintStream out) {
        this.command = all.get(0);
        this.given = all.subList(1, all.size());
        this.environment = environment;
        this.out = out;
    }

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.getenv(), System.out, System.err));
    }

    /** @return the exit code */
    static int run(List<String> arguments, Map<String, String> environment, PrintStream out, PrintStream err) {
        if (arguments.isEmpty() || arguments.contains("--help")) {
            out.print(HELP);
            return arguments.isEmpty() ? WRONG_USAGE : FINE;
        }
        try {
            return new ClusterCommand(arguments, environment, out).run();
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return WRONG_USAGE;
        } catch (ClusterRest.Unreachable e) {
            err.println(e.getMessage());
            return UNREACHABLE;
        } catch (IOException e) {
            err.println(e.getMessage());
            return REFUSED;
        }
    }

    private int run() throws IOException {
        return switch (command) {
            case "submit" -> submit();
            case "jar" -> jar();
            case "broker" -> serve(local(options()).newBroker());
            case "zookeeper" -> serve(local(options()).newZooKeeper());
            case "jobmanager" -> jobManager(local(options()));
            case "taskmanager" -> taskManager();
            default ->
                throw new IllegalArgumentException(
                        "\"" + command + "\" is not a command of weir flink; weir flink --help lists them.");
        };
    }

    /** Of a command that has nothing but options, and these. */
    private Arguments options(String... known) {
        Arguments options = Arguments.of(given, environment, Set.of(known), Set.of());
        options.refuseTheRest();
        return options;
    }

    private LocalCluster local(Arguments options) throws IOException {
        return LocalCluster.of(options.data(), jars);
    }

    private int jobManager(LocalCluster local) throws IOException {
        require(local.newZooKeeper(), "zookeeper");
        return serve(local.newJobManager());
    }

    private int taskManager() throws IOException {
        Arguments options = options("number", "slots");
        int number = options.number("number", 1, MOST);
        int slots = options.number("slots", 2, MOST);
        LocalCluster local = local(options);
        TaskManager taskManager = local.newTaskManager(number, slots);
        require(local.newJobManager(), "jobmanager");
        return serve(taskManager);
    }

    private static void require(Service service, String command) throws IOException {
        if (!service.isReady()) {
            throw new IOException("No " + service.name() + " answers at " + service.address()
                    + ": start it first, with weir flink " + command + ".");
        }
    }

    private int serve(Service service) throws IOException {
        if (service.isReady()) {
            throw new IOException("The " + service.name() + " of " + service.directory() + " runs already, at "
                    + service.address() + ".");
        }
        service.start();
        out.println("The " + service.name() + " is ready at " + service.address() + " (process "
                + service.handle().pid() + ", log " + service.log() + ").");
        return service.awaitEnd();
    }

    /** What is wrong with the job's own options is found here, before anything is sent anywhere. */
    private int submit() throws IOException {
        Set<String> known = new HashSet<>(OF_SUBMIT);
        known.addAll(JobOptions.NAMES);
        Arguments options = Arguments.of(given, environment, known, JobOptions.FLAGS);
        String jobManager = options.get("jobmanager");
        if (jobManager == null) {
            throw new IllegalArgumentException("The job needs a cluster: say where with --jobmanager URL.");
        }
        ClusterRest cluster = new ClusterRest(url(jobManager));
        int slots = options.number("slots", 1, MOST);
        List<String> ofTheJob = JobOptions.forCluster(options);
        cluster.require();
        Path jar = Files.createTempFile("weir-job", ".jar");
        try {
            local(options).writeJob(jar);
            String id = cluster.submit(jar, ofTheJob, slots, options.get("from"));
            out.println("The job was submitted as " + id + ".");
            return FINE;
        } finally {
            Files.delete(jar);
        }
    }

    private static URI url(String text) {
        if (!text.matches("https?://[\\w.-]+(:\\d{1,5})?/?")) {
            throw new IllegalArgumentException(
                    "--jobmanager is \"" + text + "\", but it must be a URL such as http://127.0.0.1:8081.");
        }
        return URI.create(text);
    }

    private int jar() throws IOException {
        Arguments options = Arguments.of(given, environment, Set.of(), Set.of());
        if (options.rest().size() != 1) {
            throw new IllegalArgumentException("Say where the jar is to be written: weir flink jar FILE.");
        }
        Path file = Path.of(options.rest().get(0));
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new IOException("The jar cannot be written to " + file + ": there is no directory of that name.");
        }
        local(options).writeJob(file);
        out.println("Wrote " + file + "; flink run, or Flink's own page, submits it.");
        return FINE;
    }
}
