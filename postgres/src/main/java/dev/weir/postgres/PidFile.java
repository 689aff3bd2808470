package dev.weir.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a postmaster says of itself in {@code postmaster.pid}. It may be stale, and the pid anybody's by now. */
record PidFile(long pid, int port, boolean ready) {
    private static final int PORT_LINE = 3;
    private static final int STATUS_LINE = 7;

    static Path path(Cluster cluster) {
        return cluster.directory().resolve("postmaster.pid");
    }

    /** Empty also while the file is being written. */
    static Optional<PidFile> read(Cluster cluster) {
        try {
            List<String> lines = Files.readAllLines(path(cluster));
            return Optional.of(new PidFile(
                    Long.parseLong(lines.get(0).strip()),
                    lines.size() > PORT_LINE
                            ? Integer.parseInt(lines.get(PORT_LINE).strip())
                            : 0,
                    lines.size() > STATUS_LINE && lines.get(STATUS_LINE).strip().equals("ready")));
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }
}
