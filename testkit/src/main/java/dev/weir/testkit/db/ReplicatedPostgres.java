package dev.weir.testkit.db;

import dev.weir.postgres.EmbeddedPostgres;
import dev.weir.postgres.PostgresStartException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A real PostgreSQL with a real streaming replica, for tests alone. The replica begins as a copy of the files, made while
 * the other runs, as the archive of PostgreSQL's programs has none for it.
 */
public final class ReplicatedPostgres implements AutoCloseable {
    private static final String FILES = "postgres"; // below a data directory
    private static final Set<String> NOT_COPIED = Set.of("postmaster.pid", "postmaster.opts", "weir.port");
    private static final Set<String> COPIED_EMPTY = Set.of("pg_replslot", "pg_dynshmem", "pg_notify", "pg_stat_tmp");
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(30);
    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final TemporaryDirectory primaryFiles = TemporaryDirectory.create();
    private final TemporaryDirectory replicaFiles = TemporaryDirectory.create();
    private EmbeddedPostgres primary;
    private EmbeddedPostgres replica;

    public ReplicatedPostgres() throws PostgresStartException, SQLException, IOException {
        primary = EmbeddedPostgres.start(primaryFiles.path());
        copy();
        replica = EmbeddedPostgres.start(replicaFiles.path());
    }

    private void copy() throws SQLException, IOException {
        Path copy = replicaFiles.path().resolve(FILES);
        try (Connection connection = DriverManager.getConnection(primary.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_create_physical_replication_slot('replica', true)");
            statement.execute("SELECT pg_backup_start('replica', true)");
            Files.walkFileTree(
                    primaryFiles.path().resolve(FILES), new Copying(primaryFiles.path(), replicaFiles.path()));
            try (ResultSet row = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                row.next();
                Files.writeString(copy.resolve("backup_label"), row.getString(1));
            }
        }
        Files.createFile(copy.resolve("standby.signal"));
        Files.writeString(
                copy.resolve("custom.conf"),
                "primary_conninfo = '" + connection(primary.jdbcUrl())
                        + "'\nprimary_slot_name = 'replica'\nshared_buffers = 64MB\nwal_retrieve_retry_interval = 100ms\n");
    }

    /** The same address in the words of PostgreSQL's own programs. */
    private static String connection(String jdbcUrl) {
        String[] parts = jdbcUrl.replaceFirst("^jdbc:postgresql://", "").split("[:/?&]");
        return "host=" + parts[0] + " port=" + parts[1] + " " + parts[3] + " " + parts[4];
    }

    /** Links, of which there are none without tablespaces, are not followed. */
    private static final class Copying extends SimpleFileVisitor<Path> {
        private static final FileAttribute<?> OWNER_ONLY =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

        private final Path from;
        private final Path to;

        Copying(Path from, Path to) {
            this.from = from;
            this.to = to;
        }

        private Path copy(Path path) {
            return to.resolve(from.relativize(path));
        }

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
            Files.createDirectory(copy(directory), OWNER_ONLY);
            return COPIED_EMPTY.contains(directory.getFileName().toString())
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (!NOT_COPIED.contains(file.getFileName().toString())) {
                Files.copy(file, copy(file));
            }
            return FileVisitResult.CONTINUE;
        }

        /** It went while the others were copied: the log tells the replica so. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
        }
    }

    /** One database in both, empty at first. */
    public final class Pair {
        private final String name;

        private Pair(String name) {
            this.name = name;
        }

        public String primaryUrl() {
            return url(primary);
        }

        /** The same also after it was stopped and started again. */
        public String replicaUrl() {
            return url(replica);
        }

        private String url(EmbeddedPostgres postgres) {
            return postgres.jdbcUrl().replace("/weir?", "/" + name + "?");
        }
    }

    /** The replica must not be stopped or held. */
    public Pair createDatabase() throws SQLException {
        String name = "pair_" + COUNTER.incrementAndGet();
        execute(primary, "CREATE DATABASE " + name);
        awaitReplayed();
        return new Pair(name);
    }

    /** Holds the replica at what it has by now. */
    public void hold() throws SQLException {
        execute(replica, "SELECT pg_wal_replay_pause()");
        await(replica, "SELECT pg_get_wal_replay_pause_state() = 'paused'");
    }

    public void letGoOn() throws SQLException {
        execute(replica, "SELECT pg_wal_replay_resume()");
    }

    /** Waits until it has all that was committed before. */
    public void awaitReplayed() throws SQLException {
        String written;
        try (Connection connection = DriverManager.getConnection(primary.jdbcUrl());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_current_wal_flush_lsn()::text")) {
            row.next();
            written = row.getString(1);
        }
        await(replica, "SELECT pg_last_wal_replay_lsn() >= '" + written + "'::pg_lsn");
    }

    /** Ends the replica with all connections to it. */
    public void stopReplica() {
        replica.close();
    }

    public void startReplica() throws PostgresStartException {
        replica = EmbeddedPostgres.start(replicaFiles.path());
    }

    public void stopPrimary() {
        primary.close();
    }

    public void startPrimary() throws PostgresStartException {
        primary = EmbeddedPostgres.start(primaryFiles.path());
    }

    private static void execute(EmbeddedPostgres postgres, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(postgres.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void await(EmbeddedPostgres postgres, String condition) throws SQLException {
        long deadline = System.nanoTime() + LONGEST_NS;
        try (Connection connection = DriverManager.getConnection(postgres.jdbcUrl());
                Statement statement = connection.createStatement()) {
            while (!isTrue(statement, condition)) {
                if (System.nanoTime() > deadline) {
                    throw new AssertionError("Still not: " + condition);
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
        }
    }

    private static boolean isTrue(Statement statement, String condition) throws SQLException {
        try (ResultSet row = statement.executeQuery(condition)) {
            row.next();
            return row.getBoolean(1);
        }
    }

    @Override
    public void close() {
        replica.close();
        primary.close();
        replicaFiles.close();
        primaryFiles.close();
    }
}
