package dev.weir.cli;

import java.io.InputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;

/** Events in JSON: an array, an object with {@code events}, a single object, or several of these one after another. */
final class JsonEvents {
    private final int fileNumber;
    private final String file;
    private final EventSink sink;
    private final Tape tape;
    private final JsonParser parser;
    private long index;

    JsonEvents(int fileNumber, String file, InputStream in, int maxEventBytes, EventSink sink) {
        this.fileNumber = fileNumber;
        this.file = file;
        this.sink = sink;
        tape = new Tape(in, maxEventBytes);
        parser = JsonTokens.of(tape);
    }

    /** After a mistake in the JSON nobody knows where the next event begins, so that is where it ends. */
    void read() {
        try {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (parser.currentTokenLocation().getByteOffset() < 0) {
                    sink.reject("not_an_object", "The file is not in UTF-8.", place(parser.currentLocation()));
                    return;
                }
                if (token == JsonToken.START_ARRAY) {
                    readArray();
                } else if (token == JsonToken.START_OBJECT) {
                    readBatchOrEvent();
                } else {
                    readElement(token);
                }
            }
        } catch (JacksonException e) {
            EventReader.rethrowIfUnreadable(e);
            sink.reject(
                    "not_an_object",
                    "Not JSON, and nothing after it is read: " + JsonTokens.words(e),
                    place(parser.currentLocation()));
        }
    }

    private void readArray() {
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            readElement(token);
        }
    }

    private void readElement(JsonToken token) {
        TokenStreamLocation start = parser.currentTokenLocation();
        tape.forgetBefore(start.getByteOffset());
        if (token == JsonToken.START_OBJECT) {
            emit(start, JsonTokens.passObject(parser));
        } else {
            parser.skipChildren();
            sink.reject("not_an_object", "An event must be a JSON object.", place(start));
            index++;
        }
    }

    private void readBatchOrEvent() {
        TokenStreamLocation start = parser.currentTokenLocation();
        tape.forgetBefore(start.getByteOffset());
        EventShape shape = new EventShape();
        boolean hasType = false;
        boolean isBatch = false;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            hasType |= name.equals("type");
            shape.add(name);
            JsonToken value = parser.nextToken();
            if (name.equals("events") && value == JsonToken.START_ARRAY && !hasType) {
                isBatch = true;
                readArray();
            } else {
                parser.skipChildren();
            }
        }
        if (!isBatch) {
            emit(start, shape);
        }
    }

    private void emit(TokenStreamLocation start, EventShape shape) {
        byte[] json = tape.cut(start.getByteOffset(), parser.currentLocation().getByteOffset());
        if (json == null) {
            sink.reject("too_large", EventReader.TOO_LARGE, place(start));
        } else {
            sink.event(json, shape, place(start));
        }
        index++;
    }

    private Place place(TokenStreamLocation location) {
        return new Place(fileNumber, file, Math.max(1, location.getLineNr()), index);
    }
}
