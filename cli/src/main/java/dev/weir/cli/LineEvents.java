package dev.weir.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** NDJSON: one event per line. A line that is no good costs only itself. */
final class LineEvents {
    private final int fileNumber;
    private final String file;
    private final InputStream in;
    private final int maxEventBytes;
    private final EventSink sink;

    private final byte[] chunk = new byte[1 << 16];
    private byte[] line = new byte[1 << 12];
    private int length;
    private boolean tooLong;
    private long lineNumber;
    private long index;

    LineEvents(int fileNumber, String file, InputStream in, int maxEventBytes, EventSink sink) {
        this.fileNumber = fileNumber;
        this.file = file;
        this.in = in;
        this.maxEventBytes = maxEventBytes;
        this.sink = sink;
    }

    void read() throws IOException {
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
            int from = 0;
            for (int i = 0; i < read; i++) {
                if (chunk[i] == '\n') {
                    append(from, i);
                    endLine();
                    from = i + 1;
                }
            }
            append(from, read);
        }
        if (length > 0 || tooLong) {
            endLine();
        }
    }

    private void append(int from, int to) {
        int count = to - from;
        tooLong |= length + count > maxEventBytes;
        if (tooLong) {
            length = 0;
            return;
        }
        if (length + count > line.length) {
            line = Arrays.copyOf(line, Math.max(length + count, line.length * 2));
        }
        System.arraycopy(chunk, from, line, length, count);
        length += count;
    }

    private void endLine() {
        lineNumber++;
        Place place = new Place(fileNumber, file, lineNumber, index);
        if (tooLong) {
            sink.reject("too_large", EventReader.TOO_LARGE, place);
            index++;
        } else if (!isBlank()) {
            readEvent(place);
            index++;
        }
        length = 0;
        tooLong = false;
    }

    private boolean isBlank() {
        for (int i = 0; i < length; i++) {
            if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') {
                return false;
            }
        }
        return true;
    }

    private void readEvent(Place place) {
        try (JsonParser parser = JsonTokens.of(line, length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                sink.reject("not_an_object", "An event must be a JSON object.", place);
                return;
            }
            int start = (int) parser.currentTokenLocation().getByteOffset();
            EventShape shape = JsonTokens.passObject(parser);
            int end = (int) parser.currentLocation().getByteOffset();
            if (parser.nextToken() != null) {
                sink.reject("not_an_object", "The line has more than one JSON value.", place);
                return;
            }
            sink.event(Arrays.copyOfRange(line, start, end), shape, place);
        } catch (JacksonException e) {
            sink.reject("not_an_object", "Not JSON: " + JsonTokens.words(e), place);
        }
    }
}
