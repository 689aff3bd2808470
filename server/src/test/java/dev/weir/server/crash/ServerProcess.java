package dev.weir.server.crash;

import dev.weir.server.Main;
import dev.weir.server.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own, which can be killed. */
final class ServerProcess implements AutoCloseable {
    private static final String READY = "Weir is ready at ";

    private final Process process;
    private final String url;

    private ServerProcess(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    /** What the child runs. */
    public static void main(String[] arguments) {
        System.exit(Main.run(Settings.of(List.of(arguments), Map.of())));
    }

    static ServerProcess start(Path log, String... arguments) {
        return start(log, Path.of(System.getProperty("java.io.tmpdir")), arguments);
    }

    static ServerProcess start(Path log, Path temporary, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                ServerProcess.class.getName()));
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            BufferedReader out = process.inputReader();
            String line = out.readLine();
            if (line == null || !line.startsWith(READY)) {
                process.destroyForcibly();
                throw new IllegalStateException("The server did not start, see " + log + ": " + line);
            }
            return new ServerProcess(process, line.substring(READY.length()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return url;
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
        await();
    }

    /** SIGTERM. @return its exit code */
    int stop() {
        process.destroy();
        await();
        return process.exitValue();
    }

    private void await() {
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("The server does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
    }
}
