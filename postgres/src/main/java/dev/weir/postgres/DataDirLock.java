package dev.weir.postgres;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One Weir per data directory, however that Weir ends: the kernel drops the lock with the process.
 *
 * <p>The kernel also drops it when the holding process closes <em>any</em> channel on the file. So a directory held by
 * this process is recognised before the file is opened again.
 */
final class DataDirLock implements AutoCloseable {
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path dataDir;
    private final FileChannel channel;

    private DataDirLock(Path dataDir, FileChannel channel) {
        this.dataDir = dataDir;
        this.channel = channel;
    }

    /** @param dataDir an existing directory's real path */
    static DataDirLock acquire(Path dataDir) throws PostgresStartException {
        if (!HELD_HERE.add(dataDir)) {
            throw inUse(dataDir, ownPid());
        }
        DataDirLock lock = null;
        try {
            lock = lock(dataDir);
            return lock;
        } finally {
            if (lock == null) {
                HELD_HERE.remove(dataDir);
            }
        }
    }

    private static DataDirLock lock(Path dataDir) throws PostgresStartException {
        try {
            FileChannel channel = FileChannel.open(
                    dataDir.resolve("weir.lock"),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            if (tryLock(dataDir, channel) == null) {
                String holder = read(channel);
                channel.close();
                throw inUse(dataDir, holder);
            }
            channel.truncate(0);
            channel.write(StandardCharsets.US_ASCII.encode(ownPid()), 0);
            return new DataDirLock(dataDir, channel);
        } catch (IOException e) {
            throw DataDirectory.notWritable(dataDir, e);
        }
    }

    private static @Nullable FileLock tryLock(Path dataDir, FileChannel channel)
            throws IOException, PostgresStartException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Held by this class in another class loader; closing our channel would drop that lock, so it stays open.
            throw inUse(dataDir, ownPid());
        }
    }

    private static String read(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(20);
        channel.read(bytes, 0);
        return StandardCharsets.US_ASCII.decode(bytes.flip()).toString().strip();
    }

    private static String ownPid() {
        return Long.toString(ProcessHandle.current().pid());
    }

    private static PostgresStartException inUse(Path dataDir, String pid) {
        String who = pid.isEmpty() ? "another Weir" : "another Weir (process " + pid + ")";
        return new PostgresStartException("The data directory " + dataDir + " is in use by " + who
                + ": stop it, or choose another directory with --data.");
    }

    /** The file stays: removing it would let two processes lock two files of the same name. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The descriptor is gone either way, and the lock with it.
        } finally {
            HELD_HERE.remove(dataDir);
        }
    }
}
