package dev.weir.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A directory for one run, and the processes that work in it: all are gone afterwards, also after an interruption. */
final class Workplace implements AutoCloseable {
    private final Path directory;
    private final boolean keep;
    private final List<Process> processes = new ArrayList<>();
    private final Deque<AutoCloseable> owned = new ArrayDeque<>();
    private boolean closed;

    private Workplace(Path directory, boolean keep) {
        this.directory = directory;
        this.keep = keep;
    }

    /** Beside the data of a real Weir, as the system's place for temporary files may be in memory. */
    static Workplace create(@Nullable String weirHome, boolean keep) throws IOException {
        Path parent = weirHome == null
                ? Path.of(System.getProperty("java.io.tmpdir"))
                : Files.createDirectories(Path.of(weirHome, ".weir"));
        Workplace workplace = new Workplace(Files.createTempDirectory(parent, "bench-"), keep);
        Runtime.getRuntime().addShutdownHook(new Thread(workplace::close));
        return workplace;
    }

    Path directory() {
        return directory;
    }

    synchronized Process start(ProcessBuilder builder) throws IOException {
        if (closed) {
            throw new IOException("The benchmark was interrupted.");
        }
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    /** Something that works in this directory, and is closed before it goes: the last one first. */
    synchronized <T extends AutoCloseable> T owns(T worker) {
        owned.push(worker);
        return worker;
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        owned.forEach(Workplace::close);
        processes.forEach(Workplace::end);
        if (!keep) {
            delete();
        }
    }

    private static void close(AutoCloseable worker) {
        try {
            worker.close();
        } catch (Exception e) {
            System.err.println("Something of the benchmark did not end: " + e.getMessage());
        }
    }

    /** PostgreSQL ends with the server. */
    static void end(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void delete() {
        try (Stream<Path> tree = Files.walk(directory)) {
            List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println("The benchmark's files in " + directory + " could not be removed; remove them by hand.");
        }
    }
}
