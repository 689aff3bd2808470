package dev.weir.flink;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * A directory for the checkpoints of one process. No other goes on from them, as the brokers know how far it was; so those of
 * processes that have ended are removed by the next.
 */
final class RunDirectory {
    private static final String LOCK = "in-use";

    /** A channel that nobody knows any more is closed, and its lock is gone. */
    private static final Queue<FileChannel> HELD = new ConcurrentLinkedQueue<>();

    private RunDirectory() {}

    /** One that is this process's for as long as it lives. */
    static Path below(Path data) throws IOException {
        Path all = Files.createDirectories(data.toAbsolutePath().resolve("run"));
        try (Stream<Path> directories = Files.list(all)) {
            for (Path left : directories.filter(Files::isDirectory).toList()) {
                removeUnlessUsed(left);
            }
        }
        Path mine = Files.createTempDirectory(all, "");
        FileChannel channel = FileChannel.open(mine.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.lock(); // which ends with this process
        HELD.add(channel);
        return mine;
    }

    private static void removeUnlessUsed(Path directory) throws IOException {
        Path lock = directory.resolve(LOCK);
        if (!Files.exists(lock)) {
            return; // another process is about to use it
        }
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock taken = channel.tryLock()) {
            if (taken != null) {
                remove(directory);
            }
        } catch (OverlappingFileLockException e) {
            // used by this process
        }
    }

    private static void remove(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
