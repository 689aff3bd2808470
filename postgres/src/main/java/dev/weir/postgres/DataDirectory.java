package dev.weir.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The directory a person names with {@code --data}: made when it is missing, or refused with the reason. */
final class DataDirectory {
    private DataDirectory() {}

    /** Its real path, so that one directory has one name whichever way it was given. */
    static Path create(Path dataDir) throws PostgresStartException {
        try {
            return Files.createDirectories(dataDir).toRealPath();
        } catch (IOException e) {
            Path obstacle = nearestExisting(dataDir);
            if (obstacle != null && !Files.isDirectory(obstacle)) {
                throw new PostgresStartException(
                        "The data directory " + dataDir + " cannot be created because " + obstacle
                                + " is a file: choose another directory with --data.",
                        e);
            }
            throw new PostgresStartException(
                    "The data directory " + dataDir + " cannot be created by user " + CurrentUser.name() + " ("
                            + PostgresStartException.words(e)
                            + "): put that right, or choose another directory with --data.",
                    e);
        }
    }

    static PostgresStartException notWritable(Path path, IOException cause) {
        return new PostgresStartException(
                "The data directory " + path + " is not writable for user " + CurrentUser.name() + " ("
                        + PostgresStartException.words(cause)
                        + "): put that right, or choose another directory with --data.",
                cause);
    }

    private static @Nullable Path nearestExisting(Path path) {
        Path candidate = path.toAbsolutePath().normalize();
        while (candidate != null && !Files.exists(candidate)) {
            candidate = candidate.getParent();
        }
        return candidate;
    }
}
