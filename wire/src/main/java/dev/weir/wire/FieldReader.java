package dev.weir.wire;

import dev.weir.core.event.EventError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads the value that a parser stands on as what its field demands. A null value means that the field is absent. */
final class FieldReader {
    static final int MAX_COUNT = 1_000_000;
    static final long MAX_MILLIS = 10_000_000_000_000L; // 316 years

    /** What is wrong with a field. */
    record Problem(RejectCode code, String message) {}

    private final JsonParser parser;
    private final int maxNameBytes;

    FieldReader(JsonParser parser, int maxNameBytes) {
        this.parser = parser;
        this.maxNameBytes = maxNameBytes;
    }

    /** @return the value, null if it is absent, or a {@link Problem} */
    @Nullable
    Object read(Field field) {
        JsonToken token = parser.nextToken();
        if (token == JsonToken.VALUE_NULL) {
            return field == Field.ENV || field == Field.SERVICE_KEY
                    ? new Problem(RejectCode.MISSING_FIELD, "'" + field.wireName + "' is null")
                    : null;
        }
        return switch (field.kind) {
            case NAME -> name(field.wireName, token);
            case TEXT -> text(field.wireName, token);
            case TIME -> time(field.wireName, token);
            case COUNT -> count(field.wireName, token);
            case MILLIS -> whole(field.wireName, token, MAX_MILLIS);
            case FLAG -> flag(field.wireName, token);
            case ERROR -> error(token);
            case NAMES -> names(field.wireName, token);
            case VALUE -> value();
        };
    }

    private Object value() {
        parser.skipChildren();
        return Boolean.TRUE;
    }

    private Object text(String field, JsonToken token) {
        if (token != JsonToken.VALUE_STRING) {
            return wrongType(field, "a string");
        }
        return parser.getString();
    }

    private Object name(String field, JsonToken token) {
        Object text = text(field, token);
        if (!(text instanceof String name)) {
            return text;
        }
        if (name.isEmpty()) {
            return new Problem(RejectCode.MISSING_FIELD, "'" + field + "' is empty");
        }
        if (name.length() > maxNameBytes / 4 && name.getBytes(StandardCharsets.UTF_8).length > maxNameBytes) {
            return new Problem(RejectCode.TOO_LARGE, "'" + field + "' is longer than " + maxNameBytes + " bytes");
        }
        return name;
    }

    private @Nullable Object optionalName(String field, JsonToken token) {
        Object name = name(field, token);
        return name instanceof Problem wrong && wrong.code() == RejectCode.MISSING_FIELD ? null : name;
    }

    private Object time(String field, JsonToken token) {
        if (token != JsonToken.VALUE_STRING) {
            return wrongType(field, "an ISO-8601 time as a string");
        }
        long at = Timestamps.parse(parser.getString());
        if (at == Timestamps.INVALID) {
            return new Problem(
                    RejectCode.BAD_TIMESTAMP,
                    "'" + field + "' is not an ISO-8601 time with a zone, such as 2026-01-31T12:00:00.000Z");
        }
        return at >= 0 ? at : new Problem(RejectCode.OUT_OF_RANGE, "'" + field + "' lies before 1970");
    }

    private Object count(String field, JsonToken token) {
        Object value = whole(field, token, MAX_COUNT);
        return value instanceof Long number ? (Object) number.intValue() : value;
    }

    private Object whole(String field, JsonToken token, long max) {
        if (token == JsonToken.VALUE_NUMBER_FLOAT) {
            double value = parser.getDoubleValue();
            if (value != Math.rint(value) || Double.isInfinite(value)) {
                return Double.isInfinite(value) ? outOfRange(field, max) : wrongType(field, "a whole number");
            }
            return value < 0 || value > max ? outOfRange(field, max) : (Object) (long) value;
        }
        if (token != JsonToken.VALUE_NUMBER_INT) {
            return wrongType(field, "a whole number");
        }
        JsonParser.NumberType type = parser.getNumberType();
        if (type != JsonParser.NumberType.INT && type != JsonParser.NumberType.LONG) {
            return outOfRange(field, max);
        }
        long value = parser.getLongValue();
        return value < 0 || value > max ? outOfRange(field, max) : (Object) value;
    }

    private Object flag(String field, JsonToken token) {
        return switch (token) {
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            default -> wrongType(field, "true or false");
        };
    }

    private Object names(String field, JsonToken token) {
        if (token != JsonToken.START_ARRAY) {
            return wrongType(field, "an array of strings");
        }
        List<String> names = new ArrayList<>();
        Object problem = null;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() == JsonToken.VALUE_STRING) {
                names.add(parser.getString());
            } else {
                problem = wrongType(field, "an array of strings");
            }
        }
        return problem != null ? problem : List.copyOf(names);
    }

    private Object error(JsonToken token) {
        if (token != JsonToken.START_OBJECT) {
            return wrongType("error", "an object");
        }
        Object message = null;
        Object code = null;
        Object stepName = null;
        Object attempt = null;
        Object stack = null;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            boolean absent = value == JsonToken.VALUE_NULL;
            switch (field) {
                case "message" -> message = absent ? null : text("error.message", value);
                case "stack" -> stack = absent ? null : text("error.stack", value);
                case "code" -> code = absent ? null : code(value);
                case "stepName" -> stepName = absent ? null : optionalName("error.stepName", value);
                case "attempt" -> attempt = absent ? null : count("error.attempt", value);
                default -> parser.skipChildren();
            }
        }
        for (Object part : new Object[] {message, stack, code, stepName, attempt}) {
            if (part instanceof Problem) {
                return part;
            }
        }
        return new EventError((String) message, (String) code, (String) stepName, (Integer) attempt);
    }

    /** Codes are words for some and numbers for others. */
    private Object code(JsonToken token) {
        return token.isNumeric() ? parser.getString() : text("error.code", token);
    }

    /** Skips what is there, so that the rest of the event can be read. */
    private Problem wrongType(String field, String expected) {
        parser.skipChildren();
        return new Problem(RejectCode.WRONG_TYPE, "'" + field + "' must be " + expected);
    }

    private static Problem outOfRange(String field, long max) {
        return new Problem(RejectCode.OUT_OF_RANGE, "'" + field + "' must be between 0 and " + max);
    }
}
