package dev.weir.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A real PostgreSQL below a data directory: what it acknowledges is on disk, a password guards it, only this machine
 * reaches it. It ends with this process, however that ends, and is started again when it ends by itself.
 */
public final class EmbeddedPostgres implements AutoCloseable {
    private final DataDirLock lock;
    private final Supervisor supervisor;
    private boolean closed;

    private EmbeddedPostgres(DataDirLock lock, Supervisor supervisor) {
        this.lock = lock;
        this.supervisor = supervisor;
    }

    /** Starts the cluster below the directory, made on first use, and waits until it answers. */
    public static EmbeddedPostgres start(Path dataDir) throws PostgresStartException {
        return start(dataDir, Launcher.forThisMachine());
    }

    static EmbeddedPostgres start(Path dataDir, Launcher launcher) throws PostgresStartException {
        Path realDir = DataDirectory.create(dataDir);
        DataDirLock lock = DataDirLock.acquire(realDir);
        EmbeddedPostgres started = null;
        try {
            started = new EmbeddedPostgres(lock, new Startup(new Cluster(realDir), launcher).run());
            return started;
        } finally {
            if (started == null) {
                lock.close();
            }
        }
    }

    /** Stays the same for the life of this object, also when PostgreSQL is started again. */
    public String jdbcUrl() {
        return supervisor.jdbcUrl();
    }

    /** The postmaster's process id now. */
    public long pid() {
        return supervisor.current().pid();
    }

    /** False while PostgreSQL is being started again, and after {@link #close}. */
    public boolean isRunning() {
        return supervisor.current().isRunning();
    }

    /** Stops PostgreSQL cleanly, without waiting for its clients, and returns when it is gone. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            try {
                Uninterrupted.run(supervisor::stop);
            } finally {
                lock.close();
            }
        }
    }

    /** Whether one was ever started below the directory. */
    public static boolean isAt(Path dataDir) {
        return Files.exists(new Cluster(dataDir).directory());
    }

    /** Where the PostgreSQL answers that some process runs below the directory right now. */
    public static Optional<String> runningUrl(Path dataDir) {
        try {
            Cluster cluster = new Cluster(dataDir.toRealPath());
            Optional<PidFile> file = PidFile.read(cluster).filter(PidFile::ready);
            return file.isPresent()
                            && ClusterProcesses.of(cluster).contains(file.get().pid())
                    ? Optional.of(cluster.jdbcUrl(file.get().port()))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
