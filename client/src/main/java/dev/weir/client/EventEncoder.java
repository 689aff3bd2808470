package dev.weir.client;

import java.io.ByteArrayOutputStream;
import java.time.temporal.Temporal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Turns the fields of an event into its bytes, at once and in the caller's thread, because the values may change later.
 * Adds what the program need not say each time: id, timestamp, environment and service.
 */
final class EventEncoder {

    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Encoded(byte[] json, boolean shortened) {}

    static final class TooLargeException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLargeException(int bytes, int limit) {
            super("The event has " + bytes + " bytes without its values, more than the " + limit
                    + " that are allowed.");
        }
    }

    /** What closing brackets and marks take after the room for values is used up. */
    private static final int ROOM_TO_CLOSE = 1_024;

    private static final int SHORT_TEXT = 1_000;

    private final JsonFactory factory = JsonFactory.builder().build();
    private final Stamps stamps;
    private final @Nullable String env;
    private final @Nullable String serviceKey;
    private final int maxBytes;

    EventEncoder(Stamps stamps, @Nullable String env, @Nullable String serviceKey, int maxBytes) {
        this.stamps = stamps;
        this.env = env;
        this.serviceKey = serviceKey;
        this.maxBytes = maxBytes;
    }

    Encoded encode(Map<String, ?> event) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(event);
        if (!(fields.get("type") instanceof String type) || type.isBlank()) {
            throw new IllegalArgumentException("An event needs a type, which is a text that is not blank.");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        boolean shortened;
        try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), out)) {
            ValueWriter values = new ValueWriter(json, out, maxBytes - ROOM_TO_CLOSE);
            json.writeStartObject();
            writeIdentity(fields, values);
            writeFields(fields, values);
            json.writeEndObject();
            shortened = values.shortened();
        }
        if (out.size() > maxBytes) {
            throw new TooLargeException(out.size(), maxBytes);
        }
        return new Encoded(out.toByteArray(), shortened);
    }

    private void writeIdentity(Map<String, @Nullable Object> fields, ValueWriter values) {
        Stamp stamp = stamps.next();
        writeField("eventId", orElse(fields.remove("eventId"), stamp.id()), values);
        writeField("type", fields.remove("type"), values);
        writeField("timestamp", orElse(fields.remove("timestamp"), stamp.timestamp()), values);
        Object itsEnv = orElse(fields.remove("env"), env);
        if (itsEnv != null) {
            writeField("env", itsEnv, values);
        }
        Object itsService = orElse(fields.remove("serviceKey"), serviceKey);
        if (itsService != null) {
            writeField("serviceKey", itsService, values);
        }
    }

    /** The short ones first: a step must not lose its name because the result before it was large. */
    private static void writeFields(Map<String, @Nullable Object> fields, ValueWriter values) {
        fields.forEach((name, value) -> {
            if (isShort(value)) {
                writeField(name, value, values);
            }
        });
        fields.forEach((name, value) -> {
            if (!isShort(value)) {
                writeField(name, value, values);
            }
        });
    }

    private static void writeField(String name, @Nullable Object value, ValueWriter values) {
        values.writeName(name);
        values.write(value);
    }

    private static boolean isShort(@Nullable Object value) {
        return value == null
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Enum
                || value instanceof UUID
                || value instanceof Temporal
                || (value instanceof String text && text.length() <= SHORT_TEXT);
    }

    private static @Nullable Object orElse(@Nullable Object value, @Nullable Object otherwise) {
        return value != null ? value : otherwise;
    }
}
