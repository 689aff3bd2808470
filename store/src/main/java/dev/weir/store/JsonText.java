package dev.weir.store;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON arrays and objects of numbers, short strings and ids, straight into bytes. A general generator took half of
 * the time of a commit for it. Values that are null wait until one follows, so that an array never ends in nulls.
 */
final class JsonText {
    private static final byte[] BASE64 =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] NULL = "null".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.ISO_8859_1);

    private byte[] buffer = new byte[4096];
    private int size;
    private boolean first = true;
    private int waitingNulls;

    JsonText clear() {
        size = 0;
        first = true;
        waitingNulls = 0;
        return this;
    }

    byte[] buffer() {
        return buffer;
    }

    int size() {
        return size;
    }

    byte[] copy() {
        return Arrays.copyOf(buffer, size);
    }

    JsonText beginArray() {
        return begin('[');
    }

    JsonText endArray() {
        return end(']');
    }

    JsonText beginObject() {
        return begin('{');
    }

    JsonText endObject() {
        return end('}');
    }

    /** The name of the next value. Names are ours: nothing in them needs escaping. */
    JsonText name(String name) {
        separate();
        put('"');
        for (int i = 0; i < name.length(); i++) {
            put(name.charAt(i));
        }
        put('"');
        put(':');
        first = true;
        return this;
    }

    JsonText number(long value) {
        separate();
        digits(value);
        return this;
    }

    JsonText number(@Nullable Number value) {
        return value == null ? nothing() : number(value.longValue());
    }

    JsonText decimal(@Nullable Double value) {
        if (value == null) {
            return nothing();
        }
        separate();
        byte[] text = value.toString().getBytes(StandardCharsets.ISO_8859_1);
        ensure(text.length);
        System.arraycopy(text, 0, buffer, size, text.length);
        size += text.length;
        return this;
    }

    /** Counters and flags that are mostly 0. */
    JsonText unlessZero(int value) {
        return value == 0 ? nothing() : number(value);
    }

    JsonText nothing() {
        waitingNulls++;
        return this;
    }

    JsonText id(@Nullable UUID id) {
        if (id == null) {
            return nothing();
        }
        separate();
        ensure(24);
        long high = id.getMostSignificantBits();
        long low = id.getLeastSignificantBits();
        buffer[size++] = '"';
        for (int shift = 58; shift >= 4; shift -= 6) {
            buffer[size++] = BASE64[(int) (high >>> shift) & 63];
        }
        buffer[size++] = BASE64[(int) (high << 2 | low >>> 62) & 63];
        for (int shift = 56; shift >= 2; shift -= 6) {
            buffer[size++] = BASE64[(int) (low >>> shift) & 63];
        }
        buffer[size++] = BASE64[(int) (low << 4) & 63];
        buffer[size++] = '"';
        return this;
    }

    JsonText string(@Nullable String text) {
        if (text == null) {
            return nothing();
        }
        separate();
        put('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 128) {
                escapedRest(text, i);
                break;
            }
            character(c);
        }
        put('"');
        return this;
    }

    private void escapedRest(String text, int from) {
        for (byte next : text.substring(from).getBytes(StandardCharsets.UTF_8)) {
            if (next < 0) {
                put(next);
            } else {
                character((char) next);
            }
        }
    }

    private void character(char c) {
        if (c == '"' || c == '\\') {
            put('\\');
            put(c);
        } else if (c < 32) {
            ensure(6);
            buffer[size++] = '\\';
            buffer[size++] = 'u';
            buffer[size++] = '0';
            buffer[size++] = '0';
            buffer[size++] = HEX[c >> 4];
            buffer[size++] = HEX[c & 15];
        } else {
            put(c);
        }
    }

    private void digits(long value) {
        ensure(20);
        if (value < 0) {
            if (value == Long.MIN_VALUE) {
                byte[] text = Long.toString(value).getBytes(StandardCharsets.ISO_8859_1);
                System.arraycopy(text, 0, buffer, size, text.length);
                size += text.length;
                return;
            }
            buffer[size++] = '-';
        }
        long rest = Math.abs(value);
        int length = 1;
        for (long power = 10; length < 19 && rest >= power; power *= 10) {
            length++;
        }
        for (int i = size + length - 1; i >= size; i--) {
            buffer[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += length;
    }

    private JsonText begin(char bracket) {
        separate();
        put(bracket);
        first = true;
        return this;
    }

    private JsonText end(char bracket) {
        waitingNulls = 0;
        put(bracket);
        first = false;
        return this;
    }

    private void separate() {
        for (; waitingNulls > 0; waitingNulls--) {
            comma();
            ensure(NULL.length);
            System.arraycopy(NULL, 0, buffer, size, NULL.length);
            size += NULL.length;
        }
        comma();
    }

    private void comma() {
        if (!first) {
            put(',');
        }
        first = false;
    }

    private void put(int character) {
        ensure(1);
        buffer[size++] = (byte) character;
    }

    private void ensure(int more) {
        if (size + more > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, size + more));
        }
    }
}
