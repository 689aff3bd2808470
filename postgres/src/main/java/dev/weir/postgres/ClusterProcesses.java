package dev.weir.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The live PostgreSQL processes of one cluster, whoever started them. The postmaster carries the cluster's name as an
 * argument, its children in their titles, and every user may read both.
 */
final class ClusterProcesses {
    private static final Path PROC = Path.of("/proc");

    private ClusterProcesses() {}

    static Set<Long> of(Cluster cluster) throws IOException {
        return commandLines().entrySet().stream()
                .filter(process -> belongs(process.getValue(), cluster.name()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    static boolean belongs(String commandLine, String clusterName) {
        if (commandLine.startsWith("postgres: " + clusterName + ": ")) {
            return true;
        }
        int program = commandLine.indexOf("/bin/postgres -D ");
        return program >= 0
                && commandLine.startsWith("/")
                && (commandLine + " ").contains(" cluster_name=" + clusterName + " ");
    }

    private static Map<Long, String> commandLines() throws IOException {
        return Files.isReadable(PROC.resolve("self/cmdline")) ? fromProc() : fromPs();
    }

    private static Map<Long, String> fromProc() throws IOException {
        Map<Long, String> found = new HashMap<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                try {
                    String line = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
                    found.put(
                            Long.parseLong(process.getFileName().toString()),
                            line.replace('\0', ' ').strip());
                } catch (IOException e) {
                    // It ended meanwhile.
                }
            }
        }
        return found;
    }

    private static Map<Long, String> fromPs() throws IOException {
        Process ps = new ProcessBuilder("ps", "-A", "-ww", "-o", "pid=,command=")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(ps.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        return output.lines()
                .map(String::strip)
                .filter(line -> line.matches("\\d+ .+"))
                .collect(Collectors.toMap(
                        line -> Long.parseLong(line.substring(0, line.indexOf(' '))),
                        line -> line.substring(line.indexOf(' ')).strip()));
    }
}
