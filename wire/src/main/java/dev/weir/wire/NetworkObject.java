package dev.weir.wire;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object in an event of the network, read field by field. An empty text says no more than an absent one; numbers and
 * times may come as texts.
 *
 * @param path where it stands, for those who are told what is wrong with it
 */
record NetworkObject(String path, Map<?, ?> fields, int maxNameBytes) {
    private static final double SECONDS_UNTIL = 1e11; // as milliseconds that would be 1973
    private static final double LATEST = 9e15; // beyond it, microseconds overflow

    /** @throws NotTaken if it is no object */
    static NetworkObject of(String path, @Nullable Object value, int maxNameBytes) {
        if (value instanceof Map<?, ?> fields) {
            return new NetworkObject(path, fields, maxNameBytes);
        }
        throw NotTaken.wrongType(path, "an object");
    }

    /** Without fields if it is absent. */
    NetworkObject object(String key) {
        Object value = fields.get(key);
        return of(pathOf(key), value == null ? Map.of() : value, maxNameBytes);
    }

    /** Empty if it is absent. */
    List<?> list(String key) {
        Object value = fields.get(key);
        if (value == null) {
            return List.of();
        }
        if (value instanceof List<?> list) {
            return list;
        }
        throw NotTaken.wrongType(pathOf(key), "an array");
    }

    @Nullable
    String text(String key) {
        Object value = fields.get(key);
        if (value == null || value instanceof String) {
            return value == null || value.equals("") ? null : (String) value;
        }
        throw NotTaken.wrongType(pathOf(key), "a string");
    }

    /** A text that is stored in a column of its own. */
    @Nullable
    String name(String key) {
        String name = text(key);
        if (name != null) {
            checkLength(pathOf(key), name);
        }
        return name;
    }

    String requiredName(String key) {
        String name = name(key);
        if (name == null) {
            throw NotTaken.missing(pathOf(key));
        }
        return name;
    }

    void checkLength(String path, String name) {
        if (name.length() > maxNameBytes / 4 && name.getBytes(StandardCharsets.UTF_8).length > maxNameBytes) {
            throw new NotTaken(RejectCode.TOO_LARGE, path, "'" + path + "' is longer than " + maxNameBytes + " bytes");
        }
    }

    /** Not negative. */
    @Nullable
    Double number(String key) {
        Object value = fields.get(key);
        if (value == null || value.equals("")) {
            return null;
        }
        Double number = numeric(value);
        if (number == null) {
            throw NotTaken.wrongType(pathOf(key), "a number");
        }
        if (!(number >= 0) || number.isInfinite()) {
            throw new NotTaken(RejectCode.OUT_OF_RANGE, pathOf(key), "'" + pathOf(key) + "' must not be negative");
        }
        return number;
    }

    /** In microseconds since 1970. Zero is how some say that there is none. */
    @Nullable
    Long time(String key) {
        Object value = fields.get(key);
        if (value == null || value.equals("")) {
            return null;
        }
        if (value instanceof String text) {
            long at = Timestamps.parse(text);
            if (at > 0) {
                return at;
            }
        }
        Double number = numeric(value);
        if (number == null) {
            throw new NotTaken(
                    RejectCode.BAD_TIMESTAMP,
                    pathOf(key),
                    "'" + pathOf(key) + "' is not a time in milliseconds since 1970, as a number or a string");
        }
        return number == 0 ? null : Long.valueOf(micros(key, number));
    }

    private long micros(String key, double time) {
        if (!(time >= 0 && time <= LATEST)) {
            throw new NotTaken(RejectCode.OUT_OF_RANGE, pathOf(key), "'" + pathOf(key) + "' is no time after 1970");
        }
        return Math.round(time < SECONDS_UNTIL ? time * 1_000_000 : time * 1000);
    }

    private static @Nullable Double numeric(Object value) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        try {
            return value instanceof String text ? Double.valueOf(text) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private String pathOf(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
