package dev.weir.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a cluster beside its place and renames it when it is complete: a start killed midway leaves none. */
final class InitDb {
    private static final Logger log = LoggerFactory.getLogger(InitDb.class);
    private static final String UNFINISHED = "postgres.new-";
    private static final long NEEDED_BYTES = 200L << 20;

    private final Cluster cluster;
    private final Launcher launcher;
    private final Binaries binaries;

    InitDb(Cluster cluster, Launcher launcher, Binaries binaries) {
        this.cluster = cluster;
        this.launcher = launcher;
        this.binaries = binaries;
    }

    void create() throws PostgresStartException {
        Path dataDir = cluster.dataDir();
        try {
            removeUnfinished();
            requireRoom(dataDir);
            Path workshop = Files.createTempDirectory(dataDir, UNFINISHED);
            Path fresh = Files.createDirectory(workshop.resolve("cluster"));
            FileTree.giveTo(launcher.owner(), fresh);
            Path password = workshop.resolve("password");
            Cluster.write(password, randomPassword());
            runInitdb(fresh, password);
            addOurs(fresh, password);
            Files.move(fresh, cluster.directory(), StandardCopyOption.ATOMIC_MOVE);
            force(dataDir);
        } catch (IOException e) {
            throw DataDirectory.notWritable(dataDir, e);
        }
    }

    private static void requireRoom(Path dataDir) throws IOException, PostgresStartException {
        long free = Files.getFileStore(dataDir).getUsableSpace();
        if (free < NEEDED_BYTES) {
            throw new PostgresStartException("The data directory " + dataDir + " has only " + (free >> 20)
                    + " MB left and a new database needs " + (NEEDED_BYTES >> 20)
                    + " MB: make room, or choose another directory with --data.");
        }
    }

    /** As far as it goes: an initdb whose Weir was killed may be writing its last file; the next start tries again. */
    void removeUnfinished() throws IOException {
        List<Path> unfinished;
        try (Stream<Path> entries = Files.list(cluster.dataDir())) {
            unfinished = entries.filter(path -> path.getFileName().toString().startsWith(UNFINISHED))
                    .toList();
        }
        for (Path path : unfinished) {
            try {
                FileTree.delete(path);
            } catch (IOException e) {
                log.info("{} is left of an unfinished start and cannot be removed yet.", path, e);
            }
        }
    }

    private void runInitdb(Path fresh, Path password) throws IOException, PostgresStartException {
        Launcher.Ended initdb = launcher.run(
                List.of(
                        binaries.program("initdb"),
                        "--pgdata=" + fresh,
                        "--username=" + Cluster.USER,
                        "--pwfile=" + password,
                        "--auth=scram-sha-256",
                        "--encoding=UTF8",
                        // Sorted by code point, yet with upper and lower case of all scripts; on every machine alike.
                        "--no-locale",
                        "--locale-provider=builtin",
                        "--builtin-locale=C.UTF-8"),
                cluster.dataDir());
        if (initdb.exitStatus() != 0) {
            throw new PostgresStartException("PostgreSQL could not create its files in " + cluster.dataDir() + " ("
                    + ServerLog.problemIn(initdb.output())
                    + "): remove the cause, or choose another directory with --data.");
        }
    }

    private void addOurs(Path fresh, Path password) throws IOException {
        Files.move(password, fresh.resolve(Cluster.PASSWORD_FILE));
        Cluster.writeSettings(fresh);
        Path conf = fresh.resolve("postgresql.conf");
        Cluster.write(conf, Files.readString(conf) + """

                        # Weir's settings, then the user's own, which win.
                        include 'weir.conf'
                        include_if_exists 'custom.conf'
                        """);
        FileTree.giveTo(launcher.owner(), fresh);
        force(fresh);
    }

    private static String randomPassword() {
        byte[] bytes = new byte[24];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static void force(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
