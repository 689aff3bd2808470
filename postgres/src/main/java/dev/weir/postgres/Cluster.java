package dev.weir.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;

/** PostgreSQL's files below Weir's data directory, with what Weir keeps beside them: password, port, settings. */
final class Cluster {
    static final String USER = "weir";
    static final String PASSWORD_FILE = "weir.password";
    private static final String PORT_FILE = "weir.port";
    private static final String SETTINGS_FILE = "weir.conf";
    private static final String VERSION_FILE = "PG_VERSION";

    private final Path dataDir;
    private final Path directory;

    /** @param dataDir the real path of Weir's data directory */
    Cluster(Path dataDir) {
        this.dataDir = dataDir;
        this.directory = dataDir.resolve("postgres");
    }

    Path dataDir() {
        return dataDir;
    }

    Path directory() {
        return directory;
    }

    /** Marks the cluster's processes. Made from the path, as a copy of the files elsewhere is another cluster. */
    String name() {
        return "weir-" + UUID.nameUUIDFromBytes(directory.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** True if there is a cluster that this PostgreSQL can work on, false if there is none yet. */
    boolean existsInThisVersion() throws PostgresStartException {
        try {
            requireThisVersion(dataDir);
            requireThisVersion(directory);
            if (Files.exists(directory.resolve(VERSION_FILE))) {
                return true;
            }
            if (Files.exists(directory) && !isEmpty(directory)) {
                throw new PostgresStartException("The directory " + directory
                        + " is not a complete PostgreSQL cluster: move it away, or choose another directory with"
                        + " --data.");
            }
            return false;
        } catch (IOException e) {
            throw DataDirectory.notWritable(directory, e);
        }
    }

    private void requireThisVersion(Path clusterDir) throws IOException, PostgresStartException {
        Path file = clusterDir.resolve(VERSION_FILE);
        String version = Files.exists(file) ? Files.readString(file).strip() : Binaries.MAJOR;
        if (!version.equals(Binaries.MAJOR)) {
            throw new PostgresStartException("The data directory " + dataDir + " was written by PostgreSQL " + version
                    + " and this Weir runs PostgreSQL " + Binaries.MAJOR
                    + ": move the data over with pg_dump, or choose another directory with --data.");
        }
    }

    private static boolean isEmpty(Path dir) throws IOException {
        try (var entries = Files.list(dir)) {
            return entries.findAny().isEmpty();
        }
    }

    /** Settings of this version of Weir, and files of the user who runs PostgreSQL now. */
    void prepare(Launcher launcher) throws PostgresStartException {
        try {
            if (CurrentUser.IS_ROOT && FileTree.owner(directory) != launcher.owner()) {
                FileTree.giveTo(launcher.owner(), directory);
            }
            writeSettings(directory);
        } catch (IOException e) {
            throw DataDirectory.notWritable(directory, e);
        }
    }

    static void writeSettings(Path clusterDir) throws IOException {
        try (InputStream settings = Cluster.class.getResourceAsStream(SETTINGS_FILE)) {
            write(clusterDir.resolve(SETTINGS_FILE), new String(settings.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    OptionalInt rememberedPort() {
        try {
            return OptionalInt.of(Integer.parseInt(
                    Files.readString(directory.resolve(PORT_FILE)).strip()));
        } catch (IOException | NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    void rememberPort(int port) throws PostgresStartException {
        try {
            write(directory.resolve(PORT_FILE), Integer.toString(port));
        } catch (IOException e) {
            throw DataDirectory.notWritable(directory, e);
        }
    }

    String jdbcUrl(int port) throws IOException {
        return jdbcUrl(port, USER);
    }

    String jdbcUrl(int port, String database) throws IOException {
        String password = Files.readString(directory.resolve(PASSWORD_FILE)).strip();
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=" + USER + "&password=" + password;
    }

    /** All or nothing, on disk, and for nobody else's eyes. */
    static void write(Path file, String content) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (FileChannel channel = FileChannel.open(fresh, options, ownerOnly)) {
            channel.write(StandardCharsets.UTF_8.encode(content));
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
