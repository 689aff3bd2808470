package dev.weir.flink.cluster;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A Java process that can be stopped, killed, and started again on the directory where it left what it had. */
public abstract class Service implements AutoCloseable {
    private static final long LONGEST_START_S = 120;
    private static final long LONGEST_STOP_S = 60;
    private static final long POLL_MS = 50;
    private static final int LAST_WORDS = 2_000;

    private final String name;
    private final Path directory;
    private final ClassPath classPath;
    private @Nullable Process process;

    Service(String name, Path directory, ClassPath classPath) throws IOException {
        this.name = name;
        this.directory = Files.createDirectories(directory.toAbsolutePath());
        this.classPath = classPath;
    }

    /** Writes the process's configuration and whatever else has to be there before it starts. */
    abstract void prepare() throws IOException;

    /** Options of the JVM, the main class and its arguments. */
    abstract List<String> arguments();

    /** Whether it does what it is there for. */
    abstract boolean isReady() throws IOException;

    /** Where it is to be found. */
    public abstract String address();

    /** Returns when it is ready. */
    public final void start() throws IOException {
        launch();
        awaitReady();
    }

    /** Several that are launched get ready side by side. It ends with this process, unless this one is killed. */
    public final void launch() throws IOException {
        if (isAlive()) {
            throw new IllegalStateException("The " + name + " in " + directory + " runs already.");
        }
        prepare();
        Process launched = run(arguments());
        process = launched;
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(launched)));
    }

    private static void end(Process process) {
        process.destroy();
        try {
            hasEnded(process, TimeUnit.SECONDS.toMillis(LONGEST_STOP_S));
        } catch (IOException e) {
            process.destroyForcibly(); // nobody waits any longer
        }
    }

    static List<String> java(List<String> options, String main, String... arguments) {
        List<String> all = new ArrayList<>(options);
        all.add(main);
        all.addAll(List.of(arguments));
        return all;
    }

    final Process run(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(log().toFile()));
        builder.environment()
                .put("CLASSPATH", classPath.toString()); // as an argument it would fill every list of processes
        return builder.start();
    }

    public final void awaitReady() throws IOException {
        Process launched = launched();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_START_S);
        while (!isReady()) {
            if (hasEnded(launched, POLL_MS)) {
                throw new IOException("The " + name + " ended with " + launched.exitValue() + " while it started, and "
                        + log() + " ends with: " + lastWords());
            }
            if (System.nanoTime() > deadline) {
                kill();
                throw new IOException("The " + name + " was not ready after " + LONGEST_START_S + " s, and " + log()
                        + " ends with: " + lastWords());
            }
        }
    }

    private Process launched() {
        if (process == null) {
            throw new IllegalStateException("The " + name + " in " + directory + " was never started.");
        }
        return process;
    }

    private String lastWords() throws IOException {
        String all = Files.readString(log());
        return all.substring(Math.max(0, all.length() - LAST_WORDS)).strip();
    }

    static boolean hasEnded(Process process, long withinMs) throws IOException {
        try {
            return process.waitFor(withinMs, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The wait for process " + process.pid() + " was interrupted.", e);
        }
    }

    public final boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Of a process that was started. */
    public final ProcessHandle handle() {
        return launched().toHandle();
    }

    /** By SIGKILL: it has no chance to write anything down. */
    public final void kill() throws IOException {
        if (process != null) {
            process.destroyForcibly();
            awaitEnd(process);
        }
    }

    /** By SIGTERM, and by SIGKILL if that does not end it. */
    public final void stop() throws IOException {
        if (process != null) {
            process.destroy();
            if (!hasEnded(process, TimeUnit.SECONDS.toMillis(LONGEST_STOP_S))) {
                kill();
            }
        }
    }

    private void awaitEnd(Process killed) throws IOException {
        if (!hasEnded(killed, TimeUnit.SECONDS.toMillis(LONGEST_STOP_S))) {
            throw new IOException("Process " + killed.pid() + ", the " + name + ", does not end.");
        }
    }

    /** @return its exit code, once it has ended */
    final int awaitEnd() throws IOException {
        while (!hasEnded(launched(), Long.MAX_VALUE)) {}
        return launched().exitValue();
    }

    public final String name() {
        return name;
    }

    public final Path directory() {
        return directory;
    }

    /** What it prints, of all its starts. */
    public final Path log() {
        return directory.resolve("log.txt");
    }

    @Override
    public final void close() throws IOException {
        stop();
    }
}
