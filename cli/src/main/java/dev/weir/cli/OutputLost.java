package dev.weir.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** What a command prints reaches nobody any more, so it can stop. */
final class OutputLost extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private OutputLost(IOException cause) {
        super("The output cannot be written: " + cause.getMessage() + ".", cause);
    }

    /** Whoever read has seen enough, as {@code head} does. The message is all by which Java tells that. */
    boolean readerIsGone() {
        return String.valueOf(getMessage()).contains("Broken pipe");
    }

    /** A stream that says so at once; a print writer alone would swallow it. */
    static OutputStream noticedBy(OutputStream target) {
        return new FilterOutputStream(target) {
            @Override
            public void write(byte[] bytes, int from, int length) {
                try {
                    out.write(bytes, from, length);
                } catch (IOException e) {
                    throw new OutputLost(e);
                }
            }
        };
    }
}
