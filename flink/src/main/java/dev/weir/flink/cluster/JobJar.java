package dev.weir.flink.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
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
    private JobJar() {}

    /**
     * @param main the class whose main method describes the job
     * @param job what it runs with, jars and directories of classes
     * @param cluster what every process of the cluster has
     */
    public static void write(Path file, String main, ClassPath job, ClassPath cluster) throws IOException {
        Set<String> present = new HashSet<>();
        cluster.entries().forEach(entry -> present.add(artifact(entry)));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            jar.setLevel(Deflater.BEST_SPEED); // the jars inside are compressed already
            int number = 0;
            for (Path entry : job.entries()) {
                if (!present.contains(artifact(entry))) {
                    add(jar, entry, number++);
                }
            }
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

    /** With its directories: whoever looks for all files of one finds none in a jar that does not name it. */
    private static void pack(Path directory, OutputStream out) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(out);
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path file :
                    all.filter(path -> !path.equals(directory)).sorted().toList()) {
                String name = directory.relativize(file).toString().replace('\\', '/');
                zip.putNextEntry(new ZipEntry(Files.isDirectory(file) ? name + "/" : name));
                if (Files.isRegularFile(file)) {
                    Files.copy(file, zip);
                }
                zip.closeEntry();
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        zip.finish(); // not closed, as what it is written to goes on
    }

    /** The name of a jar without its version. */
    private static String artifact(Path jar) {
        return jar.getFileName().toString().replaceFirst("-\\d.*\\.jar$", "");
    }
}
