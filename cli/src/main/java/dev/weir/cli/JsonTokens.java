package dev.weir.cli;

import java.io.InputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Passes over JSON to see where it ends and that it is some. How large or deep an event may be is for the server to say:
 * the limits here only keep nonsense from filling the memory.
 */
final class JsonTokens {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(10_000)
                    .maxNumberLength(1 << 20)
                    .maxNameLength(1 << 20)
                    .build())
            .build();

    private JsonTokens() {}

    static JsonParser of(byte[] json, int length) {
        return FACTORY.createParser(ObjectReadContext.empty(), json, 0, length);
    }

    static JsonParser of(InputStream json) {
        return FACTORY.createParser(ObjectReadContext.empty(), json);
    }

    /** From an object's first token to its last. */
    static EventShape passObject(JsonParser parser) {
        EventShape shape = new EventShape();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            shape.add(parser.currentName());
            parser.nextToken();
            parser.skipChildren();
        }
        return shape;
    }

    /** Without where an array or object began: the parser has not kept it. */
    static String words(JacksonException e) {
        return e.getOriginalMessage().replaceAll(" \\(start marker at .*\\)$", "");
    }
}
