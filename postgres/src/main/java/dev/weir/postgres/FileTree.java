package dev.weir.postgres;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** What is done to a directory with everything in it; links are never followed. */
final class FileTree {
    private FileTree() {}

    static void delete(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(root, new ForEach(Files::deleteIfExists));
    }

    /** The directory itself comes last, so that its owner tells whether everything below it is done. */
    static void giveTo(int uid, Path root) throws IOException {
        Files.walkFileTree(
                root, new ForEach(path -> Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS)));
    }

    static int owner(Path path) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    }

    private interface Action {
        void on(Path path) throws IOException;
    }

    private static final class ForEach extends SimpleFileVisitor<Path> {
        private final Action action;

        ForEach(Action action) {
            this.action = action;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            action.on(file);
            return FileVisitResult.CONTINUE;
        }

        /** Others may be removing the same files. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            action.on(dir);
            return FileVisitResult.CONTINUE;
        }
    }
}
