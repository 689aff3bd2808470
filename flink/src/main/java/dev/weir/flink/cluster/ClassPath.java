package dev.weir.flink.cluster;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a Java process is started from, in the order in which Java looks there. */
public record ClassPath(List<Path> entries) {
    /** @param file one line, as Maven writes it when the module of that process is built */
    public static ClassPath read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("There is no class path at " + file + ": build the module it belongs to with Maven.");
        }
        List<Path> entries = Stream.of(Files.readString(file).strip().split(File.pathSeparator))
                .map(Path::of)
                .toList();
        for (Path entry : entries) {
            if (!Files.exists(entry)) { // they are where Maven keeps them, and that may have been cleared up
                throw new IOException(entry + " is gone: remove " + file + ", to have it built and fetched again.");
            }
        }
        return new ClassPath(entries);
    }

    static ClassPath jarsIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return new ClassPath(files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList());
        }
    }

    /** The jar or directory that a class of this process comes from. */
    public static Path holding(Class<?> type) throws IOException {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException("The place of " + type + " is no path.", e);
        }
    }

    public ClassPath with(Path entry) {
        List<Path> all = new ArrayList<>(entries);
        all.add(entry);
        return new ClassPath(all);
    }

    @Override
    public String toString() {
        return String.join(
                File.pathSeparator, entries.stream().map(Path::toString).toList());
    }
}
