package dev.weir.wire;

import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * JSON whose text depends on what it says alone: keys are sorted, of duplicate ones the last counts, there is no space, and a
 * character is escaped in one way. Numbers stay as they were written, for no number type holds all of them.
 */
final class CanonicalJson {
    private CanonicalJson() {}

    /** Of the value that the parser stands on. */
    static String of(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(fields(parser));
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> quoted(parser.getString());
            default -> parser.getString();
        };
    }

    /** The values of the object that the parser stands on, by their keys. */
    static Map<String, String> fields(JsonParser parser) {
        Map<String, String> fields = new TreeMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            fields.put(key, of(parser));
        }
        return fields;
    }

    static String object(Map<String, String> fields) {
        StringJoiner object = new StringJoiner(",", "{", "}");
        fields.forEach((key, value) -> object.add(quoted(key) + ":" + value));
        return object.toString();
    }

    private static String array(JsonParser parser) {
        StringJoiner array = new StringJoiner(",", "[", "]");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(of(parser));
        }
        return array.toString();
    }

    /** What {@link #quoted} made of a text. */
    static String unquoted(String quoted) {
        StringBuilder text = new StringBuilder(quoted.length());
        for (int i = 1; i < quoted.length() - 1; i++) {
            char c = quoted.charAt(i);
            if (c != '\\') {
                text.append(c);
            } else if (quoted.charAt(++i) == 'u') {
                text.append((char) Integer.parseInt(quoted.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                text.append(quoted.charAt(i));
            }
        }
        return text.toString();
    }

    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append("\\u%04x".formatted((int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
