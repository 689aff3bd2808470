package dev.weir.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** JSON as maps, lists, texts, numbers, booleans and nulls. Of duplicate keys the last counts. */
final class JsonTree {
    /** Large, and read by nobody: they stay in the payload alone. */
    private static final Set<String> PASSED_OVER =
            Set.of("last_params", "last_restart_logs", "params", "bitstring", "mandatories", "capacities");

    private JsonTree() {}

    /** The value that the parser stands on. */
    static @Nullable Object read(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> readObject(parser);
            case START_ARRAY -> readArray(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT -> readWhole(parser);
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            default -> null;
        };
    }

    private static Map<String, @Nullable Object> readObject(JsonParser parser) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            if (PASSED_OVER.contains(key)) {
                parser.skipChildren();
            } else {
                object.put(key, read(parser));
            }
        }
        return object;
    }

    private static List<@Nullable Object> readArray(JsonParser parser) {
        List<@Nullable Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(read(parser));
        }
        return array;
    }

    private static Number readWhole(JsonParser parser) {
        JsonParser.NumberType type = parser.getNumberType();
        boolean fits = type == JsonParser.NumberType.INT || type == JsonParser.NumberType.LONG;
        return fits ? (Number) parser.getLongValue() : (Number) parser.getDoubleValue();
    }
}
