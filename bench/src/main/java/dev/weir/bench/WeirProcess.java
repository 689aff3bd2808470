package dev.weir.bench;

import dev.weir.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A real Weir on a fresh database: a process of its own, with the heap that users get. */
final class WeirProcess {
    private static final String READY = "Weir is ready at ";
    private static final long LONGEST_START_S = 120;

    private final Process process;
    private final URI url;
    private final String jdbcUrl;

    private WeirProcess(Process process, URI url, String jdbcUrl) {
        this.process = process;
        this.url = url;
        this.jdbcUrl = jdbcUrl;
    }

    /** Waits until it is ready. */
    static WeirProcess start(Workplace workplace) throws IOException {
        return start(workplace, "data", "server.txt");
    }

    /** @param property of the JVM, set to true */
    static WeirProcess startWith(Workplace workplace, String property) throws IOException {
        return start(workplace, "data", "server.txt", "-D" + property + "=true");
    }

    /** One of several, with data and a log of its own. */
    static WeirProcess start(Workplace workplace, String dataName, String logName, String... options)
            throws IOException {
        Path data = workplace.directory().resolve(dataName);
        Path log = workplace.directory().resolve(logName);
        Process process = workplace.start(builder(data, log, options));
        URI url = awaitReady(process, log);
        String jdbcUrl = EmbeddedPostgres.runningUrl(data)
                .orElseThrow(
                        () -> new IOException("Weir is ready, but its PostgreSQL cannot be found in " + data + "."));
        return new WeirProcess(process, url, jdbcUrl);
    }

    private static ProcessBuilder builder(Path data, Path log, String... options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+ExitOnOutOfMemoryError",
                "-Duser.timezone=UTC",
                "-Dfile.encoding=UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.weir.cli.Weir",
                "up",
                "--port",
                "0",
                "--data",
                data.toString()));
        command.addAll(1, List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command);
        // What is set for the user's own Weir, above all its database, is not for this one.
        builder.environment().keySet().removeIf(name -> name.startsWith("WEIR_"));
        return builder.redirectErrorStream(true).redirectOutput(log.toFile());
    }

    private static URI awaitReady(Process process, Path log) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_START_S);
        while (process.isAlive() && System.nanoTime() < deadline) {
            for (String line : Files.readAllLines(log)) {
                if (line.startsWith(READY)) {
                    return URI.create(line.substring(READY.length()).strip());
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        throw new IOException("Weir did not start: " + Files.readString(log).strip());
    }

    void stop() {
        Workplace.end(process);
    }

    URI url() {
        return url;
    }

    String jdbcUrl() {
        return jdbcUrl;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }
}
