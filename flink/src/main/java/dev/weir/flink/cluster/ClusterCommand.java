package dev.weir.flink.cluster;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code weir flink …}, as far as it is about processes: the launcher says by properties where their class paths are and
 * where they keep what they have.
 */
public final class ClusterCommand {
    private static final int REFUSED = 1;
    private static final int WRONG_USAGE = 2;
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
            """;

    private final Path jars = Path.of(System.getProperty("weir.flink.jars", "."));
    private final List<String> options;

    private ClusterCommand(List<String> options) {
        this.options = new ArrayList<>(options);
    }

    public static void main(String[] arguments) {
        List<String> all = Arrays.asList(arguments);
        if (all.isEmpty() || all.contains("--help")) {
            System.out.print(HELP);
            System.exit(all.isEmpty() ? WRONG_USAGE : 0);
        }
        try {
            System.exit(new ClusterCommand(all.subList(1, all.size())).run(all.get(0)));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(WRONG_USAGE);
        } catch (IOException e) {
            System.err.println(e.getMessage());
            System.exit(REFUSED);
        }
    }

    private int run(String command) throws IOException {
        return switch (command) {
            case "submit" -> submit();
            case "jar" -> jar();
            case "broker" -> serve(local().newBroker());
            case "zookeeper" -> serve(local().newZooKeeper());
            case "jobmanager" -> jobManager(local());
            case "taskmanager" -> taskManager(local());
            default ->
                throw new IllegalArgumentException(
                        "\"" + command + "\" is not a command of weir flink; weir flink --help lists them.");
        };
    }

    private LocalCluster local() throws IOException {
        String data = taken("--data");
        return LocalCluster.of(
                Path.of(data == null ? System.getProperty("weir.flink.data", ".weir/flink") : data), jars);
    }

    private int jobManager(LocalCluster local) throws IOException {
        require(local.newZooKeeper(), "zookeeper");
        return serve(local.newJobManager());
    }

    private int taskManager(LocalCluster local) throws IOException {
        TaskManager taskManager = local.newTaskManager(number("--number", 1), number("--slots", 2));
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
        refuseTheRest();
        if (service.isReady()) {
            throw new IOException("The " + service.name() + " of " + service.directory() + " runs already, at "
                    + service.address() + ".");
        }
        service.start();
        System.out.println("The " + service.name() + " is ready at " + service.address() + " (process "
                + service.handle().pid() + ", log " + service.log() + ").");
        return service.awaitEnd();
    }

    private int submit() throws IOException {
        String jobManager = taken("--jobmanager");
        if (jobManager == null) {
            throw new IllegalArgumentException("The job needs a cluster: say where with --jobmanager URL.");
        }
        ClusterRest cluster = new ClusterRest(url(jobManager));
        int slots = number("--slots", 1);
        String savepoint = taken("--from");
        Path jar = Files.createTempFile("weir-job", ".jar");
        try {
            local().writeJob(jar);
            String id = cluster.submit(jar, options, slots, savepoint);
            System.out.println("The job was submitted as " + id + ".");
            return 0;
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
        if (options.isEmpty()) {
            throw new IllegalArgumentException("Say where the jar is to be written: weir flink jar FILE.");
        }
        Path file = Path.of(options.remove(0));
        LocalCluster local = local();
        refuseTheRest();
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new IOException("The jar cannot be written to " + file + ": there is no directory of that name.");
        }
        local.writeJob(file);
        System.out.println("Wrote " + file + "; flink run, or Flink's own page, submits it.");
        return 0;
    }

    /** The value of an option, which is then gone. */
    private @Nullable String taken(String name) {
        int at = options.indexOf(name);
        if (at < 0) {
            return null;
        }
        if (at + 1 == options.size()) {
            throw new IllegalArgumentException(name + " wants a value; weir flink --help says which.");
        }
        options.remove(at);
        return options.remove(at);
    }

    private int number(String name, int otherwise) {
        String text = taken(name);
        if (text == null) {
            return otherwise;
        }
        if (!text.matches("[1-9][0-9]{0,3}")) {
            throw new IllegalArgumentException(name + " is \"" + text + "\", but it must be a number from 1 to 9999.");
        }
        return Integer.parseInt(text);
    }

    private void refuseTheRest() {
        if (!options.isEmpty()) {
            throw new IllegalArgumentException(
                    "\"" + options.get(0) + "\" is not an option here; weir flink --help lists them.");
        }
    }
}
