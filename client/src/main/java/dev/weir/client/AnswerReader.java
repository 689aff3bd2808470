package dev.weir.client;

import dev.weir.client.Accounting.Rejection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads the bodies of answers: the accounting of a batch, or the problem that stood in its way. */
final class AnswerReader {

    private static final int MAX_DETAIL = 300;

    private final JsonFactory factory = JsonFactory.builder().build();

    /** Null if the body is no accounting; then whoever answered was not Weir, and nothing is acknowledged. */
    @Nullable
    Accounting accounting(byte[] body) {
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            Map<String, Long> numbers = new HashMap<>();
            List<Rejection> rejected = new ArrayList<>();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (value == JsonToken.VALUE_NUMBER_INT) {
                    numbers.put(name, parser.getLongValue());
                } else if (name.equals("rejected") && value == JsonToken.START_ARRAY) {
                    readRejections(parser, rejected);
                } else {
                    parser.skipChildren();
                }
            }
            return accounting(numbers, rejected);
        } catch (JacksonException e) {
            return null;
        }
    }

    private static @Nullable Accounting accounting(Map<String, Long> numbers, List<Rejection> rejected) {
        boolean known = numbers.keySet().containsAll(Set.of("received", "accepted", "duplicates", "ignored"));
        boolean queued = numbers.keySet().containsAll(Set.of("received", "queued"));
        if (!known && !queued) {
            return null;
        }
        Accounting accounting = new Accounting(
                numbers.getOrDefault("received", 0L),
                numbers.getOrDefault("accepted", 0L),
                numbers.getOrDefault("duplicates", 0L),
                numbers.getOrDefault("ignored", 0L),
                numbers.getOrDefault("queued", 0L),
                List.copyOf(rejected));
        return accounting.addsUp() ? accounting : null;
    }

    private static void readRejections(JsonParser parser, List<Rejection> rejected) {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            Map<String, String> texts = new HashMap<>();
            long index = -1;
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (value == JsonToken.VALUE_STRING) {
                    texts.put(name, readable(parser.getString()));
                } else if (name.equals("index") && value == JsonToken.VALUE_NUMBER_INT) {
                    index = parser.getLongValue();
                } else {
                    parser.skipChildren();
                }
            }
            rejected.add(new Rejection(
                    index, texts.get("eventId"), texts.get("code"), texts.get("field"), texts.get("message")));
        }
    }

    /** The detail of an RFC 9457 problem, else its title, else how the body begins. */
    String problem(byte[] body) {
        Map<String, String> texts = new HashMap<>();
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), body)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                if (parser.nextToken() == JsonToken.VALUE_STRING) {
                    texts.put(name, parser.getString());
                } else {
                    parser.skipChildren();
                }
            }
        } catch (JacksonException e) {
            // Not JSON: the beginning of the text has to do.
        }
        String fallback = new String(body, 0, Math.min(body.length, MAX_DETAIL), StandardCharsets.UTF_8);
        return readable(texts.getOrDefault("detail", texts.getOrDefault("title", fallback)));
    }

    /** Short and on one line, because it goes into somebody's log. */
    private static String readable(String text) {
        String oneLine = text.replaceAll("\\p{Cntrl}+", " ").strip();
        return oneLine.length() <= MAX_DETAIL ? oneLine : oneLine.substring(0, MAX_DETAIL) + JsonText.CUT;
    }
}
