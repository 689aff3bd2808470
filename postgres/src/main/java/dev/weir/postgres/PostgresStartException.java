package dev.weir.postgres;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** PostgreSQL could not be started; the message is one sentence for the person who started Weir. */
public final class PostgresStartException extends Exception {
    private static final long serialVersionUID = 1L;

    PostgresStartException(String sentence) {
        super(sentence);
    }

    PostgresStartException(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }

    /** The cause in a few words; Java gives a reason only where it has no exception of that name. */
    static String words(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException missing) {
            return missing.getFile() + " is missing";
        }
        if (e instanceof NotDirectoryException file) {
            return file.getFile() + " is not a directory";
        }
        String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
        return reason == null ? e.getClass().getSimpleName() : reason;
    }
}
