package dev.weir.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PostgreSQL's own log. PostgreSQL appends to the file by itself, so it also tells what happened after Weir was killed;
 * that is why it is kept short by copying and emptying it, never by renaming it.
 */
final class ServerLog {
    private static final Logger log = LoggerFactory.getLogger(ServerLog.class);
    private static final long LIMIT_BYTES = 16L << 20;
    private static final List<String> SEVERITIES = List.of("PANIC:", "FATAL:", "ERROR:", "error:");

    private final Path file;

    ServerLog(Path dataDir) {
        this.file = dataDir.resolve("postgres.log");
    }

    Path file() {
        return file;
    }

    ProcessBuilder.Redirect redirect() throws IOException {
        if (!Files.exists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        return ProcessBuilder.Redirect.appendTo(file.toFile());
    }

    long size() {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    void keepShort() {
        if (size() < LIMIT_BYTES) {
            return;
        }
        try {
            Files.copy(file, file.resolveSibling("postgres.log.1"), StandardCopyOption.REPLACE_EXISTING);
            FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
                    .close();
        } catch (IOException e) {
            log.warn("The log {} could not be shortened.", file, e);
        }
    }

    /** What went wrong since the log had the given size, in PostgreSQL's words. */
    String problemSince(long size) {
        try {
            byte[] all = Files.readAllBytes(file);
            int from = (int) Math.min(size, all.length);
            return problemIn(new String(all, from, all.length - from, StandardCharsets.UTF_8));
        } catch (IOException e) {
            return PostgresStartException.words(e);
        }
    }

    /** The last line that names a problem, else the last line at all. */
    static String problemIn(String output) {
        List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
        for (int i = lines.size() - 1; i >= 0; i--) {
            for (String severity : SEVERITIES) {
                int at = lines.get(i).indexOf(severity);
                if (at >= 0) {
                    return lines.get(i).substring(at + severity.length()).strip();
                }
            }
        }
        return lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1).strip();
    }
}
