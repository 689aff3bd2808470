package dev.weir.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the events in a request body: {@code {"events":[…]}}, a bare array, or NDJSON. It looks at brackets and strings
 * only and leaves the inside of each event to the decoder, so that an event that is no good costs only itself.
 */
public final class EventBody {
    private static final byte[] EVENTS_KEY = "\"events\"".getBytes(StandardCharsets.UTF_8);

    private static final String LISTS = "{\"events\":[…]}, an array, or NDJSON";
    private static final String ONE_OR_MANY = "one event, an array of them, or NDJSON";

    private final byte[] body;
    private final int maxEvents;
    private final String forms;
    private final JsonScan scan;
    private final List<Slice> slices = new ArrayList<>();

    private EventBody(byte[] body, int maxEvents, String forms) {
        this.body = body;
        this.maxEvents = maxEvents;
        this.forms = forms;
        scan = new JsonScan(body, body.length);
    }

    /** @throws UnreadableBody if the body is neither of the two forms, or breaks off */
    public static List<Slice> ofJson(byte[] body, int maxEvents) {
        EventBody reader = new EventBody(body, maxEvents, LISTS);
        reader.readJson();
        return reader.slices;
    }

    /**
     * One event, an array of them, or one per line, if the first event stands in one.
     *
     * @throws UnreadableBody if the body is none of these, or breaks off
     */
    public static List<Slice> ofOneOrMany(byte[] body, int maxEvents) {
        EventBody reader = new EventBody(body, maxEvents, ONE_OR_MANY);
        int start = reader.scan.skipSpace(JsonScan.afterByteOrderMark(body));
        if (start < body.length && body[start] == '{') {
            reader.readOneOrLines(start);
        } else {
            reader.readJson();
        }
        return reader.slices;
    }

    /** One event per line; a line that is no JSON is left to the decoder to reject. */
    public static List<Slice> ofLines(byte[] body, int maxEvents) {
        EventBody reader = new EventBody(body, maxEvents, LISTS);
        reader.readLines();
        return reader.slices;
    }

    /** A body that is one event, or what is left of one. */
    public static Slice ofOne(byte[] body) {
        EventBody reader = new EventBody(body, 1, ONE_OR_MANY);
        return reader.sliceOf(reader.scan.skipSpace(0), body.length);
    }

    private void readJson() {
        int start = scan.skipSpace(JsonScan.afterByteOrderMark(body));
        if (start == body.length) {
            throw new UnreadableBody("empty_body", "The body is empty: send " + forms + ".");
        }
        int end = switch (body[start]) {
            case '[' -> readArray(start);
            case '{' -> readObject(start);
            default -> throw wrongShape();
        };
        expectEnd(end);
    }

    private void readOneOrLines(int start) {
        Slice first = scan.skipValue(start);
        int next = scan.skipSpace(first.to());
        if (next < body.length && !hasLineEnd(start, first.to()) && hasLineEnd(first.to(), next)) {
            readLines();
        } else {
            add(first);
            expectEnd(first.to());
        }
    }

    private boolean hasLineEnd(int from, int to) {
        for (int i = from; i < to; i++) {
            if (body[i] == '\n') {
                return true;
            }
        }
        return false;
    }

    private void expectEnd(int end) {
        if (scan.skipSpace(end) != body.length) {
            throw notJson(scan.skipSpace(end));
        }
    }

    private int readObject(int open) {
        boolean found = false;
        int at = scan.skipSpace(open + 1);
        if (at < body.length && body[at] == '}') {
            throw wrongShape();
        }
        while (true) {
            int key = at;
            if (key >= body.length || body[key] != '"') {
                throw notJson(key);
            }
            int keyEnd = scan.skipValue(key).to();
            at = scan.skipSpace(keyEnd);
            expect(at, ':');
            at = scan.skipSpace(at + 1);
            if (isEventsKey(key, keyEnd)) {
                expectArray(at);
                found = true;
                slices.clear(); // of duplicate keys the last counts
                at = readArray(at);
            } else {
                at = scan.skipValue(at).to();
            }
            at = scan.skipSpace(at);
            if (at < body.length && body[at] == '}') {
                break;
            }
            expect(at, ',');
            at = scan.skipSpace(at + 1);
        }
        if (!found) {
            throw wrongShape();
        }
        return at + 1;
    }

    private boolean isEventsKey(int from, int to) {
        return to - from == EVENTS_KEY.length && Arrays.equals(body, from, to, EVENTS_KEY, 0, to - from);
    }

    private int readArray(int open) {
        int at = scan.skipSpace(open + 1);
        if (at < body.length && body[at] == ']') {
            return at + 1;
        }
        while (true) {
            Slice slice = scan.skipValue(at);
            add(slice);
            at = scan.skipSpace(slice.to());
            if (at < body.length && body[at] == ']') {
                return at + 1;
            }
            expect(at, ',');
            at = scan.skipSpace(at + 1);
        }
    }

    private void readLines() {
        int from = JsonScan.afterByteOrderMark(body);
        while (from < body.length) {
            int to = from;
            while (to < body.length && body[to] != '\n') {
                to++;
            }
            addLine(from, to);
            from = to + 1;
        }
    }

    private void addLine(int from, int lineEnd) {
        int start = scan.skipSpace(from);
        int end = lineEnd;
        while (end > start && (body[end - 1] == ' ' || body[end - 1] == '\r' || body[end - 1] == '\t')) {
            end--;
        }
        if (start >= end) {
            return; // a blank line says nothing
        }
        add(sliceOf(start, end));
    }

    private Slice sliceOf(int start, int end) {
        try {
            Slice slice = new JsonScan(body, end).skipValue(start);
            return slice.to() == end ? slice : Slice.broken(body, start, end);
        } catch (UnreadableBody e) {
            return Slice.broken(body, start, end);
        }
    }

    private void add(Slice slice) {
        if (slices.size() == maxEvents) {
            throw new UnreadableBody(
                    "too_many_events", "The body has more than " + maxEvents + " events: send smaller batches.");
        }
        slices.add(slice);
    }

    private void expect(int at, char c) {
        if (at >= body.length || body[at] != c) {
            throw notJson(at);
        }
    }

    private void expectArray(int at) {
        if (at >= body.length || body[at] != '[') {
            throw wrongShape();
        }
    }

    private UnreadableBody wrongShape() {
        return new UnreadableBody("wrong_shape", "The body is not a list of events: send " + forms + ".");
    }

    private UnreadableBody notJson(int at) {
        return scan.notJson(Math.min(at, body.length));
    }
}
