package dev.weir.flink.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The job as one file that a JobManager takes: a jar with the job's jars in its {@code lib}, which Flink unpacks and puts on
 * the job's class path. They stay as they are: nothing is merged, so no service file, signature or class of one can hide
 * that of another. What the cluster brings itself is left out.
 */
public final class JobJar {
    private static final String MAIN = "dev.weir.flink.FoldJob";

    private JobJar() {}

    /**
     * @param libraries what the job's module runs with, jars and directories of classes; its own classes go without saying
     * @param cluster what every process of the cluster has
     */
    public static void write(Path file, ClassPath libraries, ClassPath cluster) throws IOException {
        Set<String> present = new HashSet<>();
        cluster.entries().forEach(entry -> present.add(artifact(entry)));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, MAIN);
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            jar.setLevel(Deflater.BEST_SPEED); // the jars inside are compressed already
            add(jar, own(), 0);
            int number = 1;
            for (Path entry : libraries.entries()) {
                if (Files.exists(entry) && !entry.equals(own()) && !present.contains(artifact(entry))) {
                    add(jar, entry, number++);
                }
            }
        }
    }

    private static Path own() throws IOException {
        try {
            return Path.of(JobJar.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IOException("The place of the job's own classes is no path.", e);
        }
    }

    /** Numbered, for two directories of classes have the same name. */
    private static void add(JarOutputStream jar, Path entry, int number) throws IOException {
        if (Files.isDirectory(entry)) {
            jar.putNextEntry(new ZipEntry("lib/" + number + "-classes.jar"));
            pack(entry, jar);
        } else {
            jar.putNextEntry(new ZipEntry("lib/" + number + "-" + entry.getFileName()));
            Files.copy(entry, jar);
        }
        jar.closeEntry();
    }

    private static void pack(Path directory, OutputStream out) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(out);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : sorted(files.filter(Files::isRegularFile))) {
                zip.putNextEntry(
                        new ZipEntry(directory.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, zip);
                zip.closeEntry();
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        zip.finish(); // not closed, as what it is written to goes on
    }

    private static List<Path> sorted(Stream<Path> files) {
        return files.sorted().toList();
    }

    /** The name of a jar without its version. */
    private static String artifact(Path jar) {
        return jar.getFileName().toString().replaceFirst("-\\d.*\\.jar$", "");
    }
}
