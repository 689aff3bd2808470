package dev.weir.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.JacksonIOException;

/** Finds the events in a file, plain or compressed, and holds no more than one of them at a time. */
final class EventReader {
    enum Format {
        AUTO,
        JSON,
        NDJSON
    }

    /** Beyond what a server takes by default in a whole request. */
    static final int MAX_EVENT_BYTES = 16 << 20;

    static final String TOO_LARGE = "The event has more than 16 MiB.";

    private static final int BYTES_TO_GUESS_BY = 1 << 18;

    private final Format format;
    private final EventSink sink;

    EventReader(Format format, EventSink sink) {
        this.format = format;
        this.sink = sink;
    }

    void read(int fileNumber, String file, InputStream raw) throws IOException {
        BufferedInputStream in = new BufferedInputStream(decompressed(raw), 1 << 16);
        skipByteOrderMark(in);
        Format known = format != Format.AUTO ? format : guess(in);
        if (known == Format.JSON) {
            try {
                new JsonEvents(fileNumber, file, in, MAX_EVENT_BYTES, sink).read();
            } catch (JacksonIOException e) {
                throw e.getCause();
            }
        } else {
            new LineEvents(fileNumber, file, in, MAX_EVENT_BYTES, sink).read();
        }
    }

    /** By its first two bytes, so that a name or standard input does not matter. */
    private static InputStream decompressed(InputStream raw) throws IOException {
        PushbackInputStream in = new PushbackInputStream(raw, 2);
        byte[] magic = in.readNBytes(2);
        in.unread(magic);
        boolean gzip = magic.length == 2 && magic[0] == (byte) 0x1F && magic[1] == (byte) 0x8B;
        return gzip ? new Gunzip(in) : in;
    }

    private static void skipByteOrderMark(BufferedInputStream in) throws IOException {
        in.mark(3);
        byte[] mark = in.readNBytes(3);
        boolean present =
                mark.length == 3 && mark[0] == (byte) 0xEF && mark[1] == (byte) 0xBB && mark[2] == (byte) 0xBF;
        if (!present) {
            in.reset();
        }
    }

    /** An array is JSON. What begins otherwise is NDJSON if its first line stands alone and others follow. */
    private static Format guess(BufferedInputStream in) throws IOException {
        in.mark(BYTES_TO_GUESS_BY);
        byte[] head = in.readNBytes(BYTES_TO_GUESS_BY);
        in.reset();
        int start = firstNonBlank(head, 0);
        if (start == head.length || head[start] == '[') {
            return Format.JSON;
        }
        int end = start;
        while (end < head.length && head[end] != '\n') {
            end++;
        }
        boolean othersFollow = firstNonBlank(head, end) < head.length;
        return othersFollow && !breaksOff(head, start, end) ? Format.NDJSON : Format.JSON;
    }

    private static int firstNonBlank(byte[] bytes, int from) {
        int i = from;
        while (i < bytes.length && bytes[i] <= ' ' && bytes[i] >= 0) {
            i++;
        }
        return i;
    }

    /** True for the first line of a longer value, false for a whole one and for nonsense. */
    private static boolean breaksOff(byte[] bytes, int from, int to) {
        int depth = 0;
        boolean inText = false;
        for (int i = from; i < to; i++) {
            switch (bytes[i]) {
                case '"' -> inText = !inText;
                case '\\' -> i++;
                case '{', '[' -> depth += inText ? 0 : 1;
                case '}', ']' -> depth -= inText ? 0 : 1;
                default -> {}
            }
        }
        return inText || depth > 0;
    }

    static void rethrowIfUnreadable(JacksonException e) {
        if (e instanceof JacksonIOException) {
            throw e;
        }
    }
}
