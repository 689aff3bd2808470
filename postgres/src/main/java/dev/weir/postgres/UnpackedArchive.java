package dev.weir.postgres;

import java.io.BufferedInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * A directory with the content of a .txz resource. It is unpacked beside its place and renamed when complete, so
 * nobody ever sees half of it. A list of sizes inside it shows later damage, such as files taken away by a cleaner of
 * caches.
 */
final class UnpackedArchive {
    private static final String LIST = ".weir-files";
    private static final String UNFINISHED = ".unpacking-";
    private static final Set<PosixFilePermission> READABLE = PosixFilePermissions.fromString("rw-r--r--");
    private static final Set<PosixFilePermission> EXECUTABLE = PosixFilePermissions.fromString("rwxr-xr-x");

    private final String resource;
    private final Path parent;
    private final Path root;

    UnpackedArchive(String resource, Path parent, String name) {
        this.resource = resource;
        this.parent = parent;
        this.root = parent.resolve(name);
    }

    Path root() {
        return root;
    }

    void ensure() throws IOException {
        if (!isIntact()) {
            Files.createDirectories(parent);
            unpackUnlessAnotherDid();
            if (!isIntact()) {
                throw new FileSystemException(root.toString(), null, "programs cannot be run from there");
            }
        }
    }

    /** The monitor keeps out other threads, the file lock other processes. */
    private void unpackUnlessAnotherDid() throws IOException {
        synchronized (UnpackedArchive.class) {
            try (FileChannel channel =
                    FileChannel.open(parent.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.lock();
                if (!isIntact()) {
                    removeUnfinished();
                    Path fresh = Files.createTempDirectory(parent, UNFINISHED);
                    unpack(fresh);
                    Files.setPosixFilePermissions(fresh, EXECUTABLE);
                    putInPlace(fresh);
                    removeUnfinished();
                }
            }
        }
    }

    private boolean isIntact() throws IOException {
        try {
            List<String> lines = Files.readAllLines(root.resolve(LIST));
            // Programs are only ever run from a directory that this user made.
            if (FileTree.owner(root) != CurrentUser.UID) {
                throw new FileSystemException(root.toString(), null, "it belongs to another user");
            }
            for (String line : lines) {
                int blank = line.indexOf(' ');
                if (blank < 0 || !line.startsWith(Files.size(root.resolve(line.substring(blank + 1))) + " ")) {
                    return false;
                }
            }
            return !lines.isEmpty() && Files.isExecutable(root.resolve("bin/postgres"));
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private void putInPlace(Path fresh) throws IOException {
        if (Files.exists(root)) {
            Files.move(root, Files.createTempDirectory(parent, UNFINISHED), StandardCopyOption.ATOMIC_MOVE);
        }
        Files.move(fresh, root, StandardCopyOption.ATOMIC_MOVE);
    }

    private void unpack(Path target) throws IOException {
        List<Path> files = new ArrayList<>();
        try (InputStream in = UnpackedArchive.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new FileNotFoundException(resource);
            }
            TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(in)));
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path path = target.resolve(entry.getName()).normalize();
                if (!path.startsWith(target)) {
                    throw new IOException("the archive leaves its directory with " + entry.getName());
                }
                write(tar, entry, path);
                if (!entry.isDirectory()) {
                    files.add(path);
                }
            }
        }
        List<String> lines = new ArrayList<>();
        for (Path file : files) {
            lines.add(Files.size(file) + " " + target.relativize(file));
        }
        Files.write(target.resolve(LIST), lines);
    }

    private static void write(TarArchiveInputStream tar, TarArchiveEntry entry, Path path) throws IOException {
        Files.createDirectories(path.getParent());
        if (entry.isDirectory()) {
            Files.createDirectories(path);
            Files.setPosixFilePermissions(path, EXECUTABLE);
        } else if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else {
            Files.copy(tar, path);
            Files.setPosixFilePermissions(path, (entry.getMode() & 0111) == 0 ? READABLE : EXECUTABLE);
        }
    }

    private void removeUnfinished() throws IOException {
        try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(parent, UNFINISHED + "*")) {
            for (Path path : unfinished) {
                FileTree.delete(path);
            }
        }
    }
}
