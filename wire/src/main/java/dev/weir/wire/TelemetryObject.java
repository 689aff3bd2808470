package dev.weir.wire;

import dev.weir.core.event.Ids;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** A row of telemetry, read field by field. Either spelling of a name is the same field, and of two the last counts. */
final class TelemetryObject {
    private final int maxNameBytes;
    private final int maxMetadataBytes;
    private final Map<TelemetryField, Value> sent = new EnumMap<>(TelemetryField.class);
    private final Map<TelemetryField, Object> taken = new EnumMap<>(TelemetryField.class);
    private final Map<String, String> others = new TreeMap<>();

    /** @param text what it stands for, if it is no object and no array */
    private record Value(JsonToken token, String text, String canonical) {}

    TelemetryObject(int maxNameBytes, int maxMetadataBytes) {
        this.maxNameBytes = maxNameBytes;
        this.maxMetadataBytes = maxMetadataBytes;
    }

    /** The object that the parser stands on. */
    void read(JsonParser parser) {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken token = parser.nextToken();
            TelemetryField field = TelemetryField.of(name);
            String canonical = CanonicalJson.of(parser);
            if (field != null) {
                sent.put(field, new Value(token, parser.getString(), canonical));
            } else {
                others.put(name, canonical);
            }
        }
    }

    /** As it was sent, if it was sent as a text. */
    @Nullable
    String eventId() {
        Value id = sent.get(TelemetryField.EVENT_ID);
        return id != null && id.token == JsonToken.VALUE_STRING ? id.text : null;
    }

    /**
     * The same for the same content, however that is spelled: what was taken counts by its value, and everything else as it
     * stands.
     */
    UUID identity() {
        Map<String, String> content = new TreeMap<>(others);
        sent.forEach((field, value) -> content.put(field.wireName, value.canonical));
        content.values().removeIf("null"::equals);
        if (repeatsItsType()) {
            content.remove("type");
        }
        taken.forEach((field, value) -> content.put(field.wireName, value.toString()));
        List<String> parts = new ArrayList<>();
        content.forEach((name, value) -> {
            parts.add(name);
            parts.add(value);
        });
        return Ids.named("telemetry", parts.toArray(String[]::new));
    }

    /** Whether a field that every other event has says the same as this one's. */
    boolean repeatsItsType() {
        Value type = sent.get(TelemetryField.EVENT_TYPE);
        return type != null && type.canonical.equals(others.get("type"));
    }

    /** Null if it is absent, or empty. */
    <T> @Nullable T get(TelemetryField field, Class<T> type) {
        Object value = value(field);
        if (value == null) {
            sent.remove(field);
        } else {
            taken.put(field, value);
        }
        return type.cast(value);
    }

    /** @param otherwise what an absent one stands for */
    <T> T get(TelemetryField field, Class<T> type, T otherwise) {
        T value = get(field, type);
        if (value == null) {
            taken.put(field, otherwise);
        }
        return value == null ? otherwise : value;
    }

    <T> T required(TelemetryField field, Class<T> type) {
        T value = get(field, type);
        if (value == null) {
            throw NotTaken.missing(field.wireName);
        }
        return value;
    }

    private @Nullable Object value(TelemetryField field) {
        Value value = sent.get(field);
        if (value == null || value.token == JsonToken.VALUE_NULL) {
            return null;
        }
        return switch (field.kind) {
            case NAME -> name(field, text(field, value));
            case CODE -> value.token.isNumeric() ? value.text : name(field, text(field, value));
            case TEXT -> text(field, value);
            case WORD -> word(field, text(field, value));
            case TIME -> time(field, value);
            case UUID -> uuid(field, value);
            case MILLIS -> millis(field, value);
            case FLAG -> flag(field, value);
            case OBJECT -> object(field, value);
        };
    }

    /** An empty one says no more than an absent one. */
    private static @Nullable String text(TelemetryField field, Value value) {
        if (value.token != JsonToken.VALUE_STRING) {
            throw NotTaken.wrongType(field.wireName, "a string");
        }
        return value.text.isEmpty() ? null : value.text;
    }

    private @Nullable String name(TelemetryField field, @Nullable String name) {
        if (name != null && name.getBytes(StandardCharsets.UTF_8).length > maxNameBytes) {
            throw tooLarge(field, maxNameBytes);
        }
        return name;
    }

    private static NotTaken tooLarge(TelemetryField field, int most) {
        String message = "'" + field.wireName + "' is longer than " + most + " bytes";
        return new NotTaken(RejectCode.TOO_LARGE, field.wireName, message);
    }

    private static @Nullable String word(TelemetryField field, @Nullable String word) {
        if (word == null || field.words.contains(word)) {
            return word;
        }
        String message = "'" + field.wireName + "' must be one of " + String.join(", ", field.words);
        throw new NotTaken(RejectCode.OUT_OF_RANGE, field.wireName, message);
    }

    private static Long time(TelemetryField field, Value value) {
        if (value.token != JsonToken.VALUE_STRING) {
            throw NotTaken.wrongType(field.wireName, "an ISO-8601 time as a string");
        }
        long at = Timestamps.parse(value.text);
        if (at == Timestamps.INVALID) {
            throw new NotTaken(
                    RejectCode.BAD_TIMESTAMP,
                    field.wireName,
                    "'" + field.wireName + "' is not an ISO-8601 time with a zone, such as 2026-01-31T12:00:00.000Z");
        }
        if (at < 0) {
            throw new NotTaken(RejectCode.OUT_OF_RANGE, field.wireName, "'" + field.wireName + "' lies before 1970");
        }
        return at;
    }

    private static @Nullable UUID uuid(TelemetryField field, Value value) {
        String text = text(field, value);
        UUID uuid = text == null ? null : Ids.parse(text);
        if (text != null && uuid == null) {
            throw NotTaken.wrongType(field.wireName, "a UUID");
        }
        return uuid;
    }

    private static Integer millis(TelemetryField field, Value value) {
        if (!value.token.isNumeric()) {
            throw NotTaken.wrongType(field.wireName, "a whole number");
        }
        double number = Double.parseDouble(value.text);
        if (!(number >= 0 && number <= Integer.MAX_VALUE)) {
            String message = "'" + field.wireName + "' must be between 0 and " + Integer.MAX_VALUE;
            throw new NotTaken(RejectCode.OUT_OF_RANGE, field.wireName, message);
        }
        if (number != Math.rint(number)) {
            throw NotTaken.wrongType(field.wireName, "a whole number");
        }
        return (int) number;
    }

    private static Boolean flag(TelemetryField field, Value value) {
        if (!value.token.isBoolean()) {
            throw NotTaken.wrongType(field.wireName, "true or false");
        }
        return value.token == JsonToken.VALUE_TRUE;
    }

    private String object(TelemetryField field, Value value) {
        if (value.token != JsonToken.START_OBJECT) {
            throw NotTaken.wrongType(field.wireName, "an object");
        }
        if (value.canonical.getBytes(StandardCharsets.UTF_8).length > maxMetadataBytes) {
            throw tooLarge(field, maxMetadataBytes);
        }
        return value.canonical;
    }
}
