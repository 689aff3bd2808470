package dev.weir.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.JacksonIOException;

/** Finds the events in a file, plain or compressed, and holds no more than one of them at a time. */
final class EventReader {
    enum Format {
        AUTO,
        JSON,
        NDJSON,
        CSV,
        XES,
        NETWORK
    }

    /** Beyond what a server takes by default in a whole request. */
    static final int MAX_EVENT_BYTES = 16 << 20;

    static final String TOO_LARGE = "The event has more than 16 MiB.";

    private static final int BYTES_TO_GUESS_BY = 1 << 18;

    private final Format format;
    private final EventSink sink;
    private final LogOptions logs;

    EventReader(Format format, EventSink sink, LogOptions logs) {
        this.format = format;
        this.sink = format == Format.NETWORK ? new AsNetworkEvents(sink) : sink;
        this.logs = logs;
    }

    /** Everything is an event of a live-video network, whatever it looks like: the server says what is wrong with it. */
    private record AsNetworkEvents(EventSink sink) implements EventSink {
        @Override
        public void event(byte[] json, boolean hasWorkflowName, Place place) {
            sink.networkEvent(json, place);
        }

        @Override
        public void reject(String code, String message, Place place) {
            sink.reject(code, message, place);
        }
    }

    void read(int fileNumber, String file, InputStream raw) throws IOException {
        BufferedInputStream in = new BufferedInputStream(decompressed(raw), 1 << 16);
        skipByteOrderMark(in);
        Format known = format != Format.AUTO && format != Format.NETWORK ? format : guess(in);
        StageEvents stages = new StageEvents(fileNumber, file, logs, sink);
        switch (known) {
            case JSON -> readJson(fileNumber, file, in);
            case CSV -> new CsvEvents(file, in, logs, stages).read();
            case XES -> new XesEvents(file, in, logs, stages).read();
            default -> new LineEvents(fileNumber, file, in, MAX_EVENT_BYTES, sink).read();
        }
    }

    private void readJson(int fileNumber, String file, BufferedInputStream in) throws IOException {
        try {
            new JsonEvents(fileNumber, file, in, MAX_EVENT_BYTES, sink).read();
        } catch (JacksonIOException e) {
            throw e.getCause();
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

    /**
     * XML begins with a bracket of its own kind and an array is JSON. An object is NDJSON if its line stands alone and others
     * follow. What begins otherwise is CSV if its first line has something that separates columns.
     */
    private static Format guess(BufferedInputStream in) throws IOException {
        in.mark(BYTES_TO_GUESS_BY);
        byte[] head = in.readNBytes(BYTES_TO_GUESS_BY);
        in.reset();
        int start = firstNonBlank(head, 0);
        if (start == head.length || head[start] == '[') {
            return Format.JSON;
        }
        int end = start;
        while (end < head.length && head[end] != '\n' && head[end] != '\r') {
            end++;
        }
        Format log = guessLog(new String(head, start, end - start, StandardCharsets.ISO_8859_1));
        if (log != Format.AUTO) {
            return log;
        }
        boolean othersFollow = firstNonBlank(head, end) < head.length;
        return othersFollow && !breaksOff(head, start, end) ? Format.NDJSON : Format.JSON;
    }

    /** Whatever its encoding is: all that counts is ASCII. AUTO if it is neither. */
    private static Format guessLog(String firstLine) {
        String plain = firstLine.replaceAll("[^\\x09\\x20-\\x7E]", "");
        if (plain.startsWith("<")) {
            return Format.XES;
        }
        return !plain.startsWith("{") && plain.matches(".*[,;|\\t].*") ? Format.CSV : Format.AUTO;
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
