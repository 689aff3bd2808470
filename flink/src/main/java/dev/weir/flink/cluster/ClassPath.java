package dev.weir.flink.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What a Java process is started from, in the order in which Java looks there. */
public record ClassPath(List<Path> entries) {
    /** @param file one line, as Maven writes it when the module of that process is built */
    public static ClassPath read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("There is no class path at " + file + ": build the module it belongs to with Maven.");
        }
        return of(Files.readString(file).strip());
    }

    /** What this very process runs with. */
    static ClassPath ofThisProcess() {
        return of(System.getProperty("java.class.path"));
    }

    private static ClassPath of(String text) {
        return new ClassPath(
                Stream.of(text.split(File.pathSeparator)).map(Path::of).toList());
    }

    @Override
    public String toString() {
        return String.join(
                File.pathSeparator, entries.stream().map(Path::toString).toList());
    }
}
