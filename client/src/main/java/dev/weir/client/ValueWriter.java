package dev.weir.client;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Writes what a program hands over as JSON, whatever it is: other people's objects may be endless, cyclic, changed by
 * another thread at this moment, or throw when they are asked for their text. Each of these costs the value that is
 * concerned, never the event.
 */
final class ValueWriter {

    static final int MAX_DEPTH = 32;

    private static final int MAX_NAME_BYTES = 1_000;
    /** JSON parsers refuse numbers with more digits than about a thousand, and with them the whole request. */
    private static final int MAX_NUMBER_BITS = 1_024;

    private static final int MAX_NUMBER_LENGTH = 400;

    private final JsonGenerator json;
    private final ByteArrayOutputStream out;
    private final int limit;
    private final Object[] path = new Object[MAX_DEPTH];
    private int depth;
    private boolean shortened;

    ValueWriter(JsonGenerator json, ByteArrayOutputStream out, int limit) {
        this.json = json;
        this.out = out;
        this.limit = limit;
    }

    /** Whether something was left out because it was too large, too deep or contained itself. */
    boolean shortened() {
        return shortened;
    }

    void write(@Nullable Object value) {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Boolean bool) {
            json.writeBoolean(bool);
        } else if (value instanceof Number number) {
            writeNumber(number);
        } else if (isNested(value)) {
            writeNested(value);
        } else {
            writeText(textOf(value));
        }
    }

    void writeName(@Nullable Object name) {
        String text = textOf(name);
        json.writeName(JsonText.clean(text.substring(0, JsonText.fitting(text, MAX_NAME_BYTES))));
    }

    private static boolean isNested(Object value) {
        // A path is an Iterable of paths, each of which is one again.
        return value instanceof Map
                || (value instanceof Iterable && !(value instanceof Path))
                || value instanceof Record
                || value instanceof Optional
                || value.getClass().isArray();
    }

    private void writeNested(Object value) {
        if (depth == MAX_DEPTH) {
            writeInstead("[too deep]");
            return;
        }
        for (int i = 0; i < depth; i++) {
            if (path[i] == value) {
                writeInstead("[circular]");
                return;
            }
        }
        path[depth++] = value;
        writeContents(value);
        depth--;
    }

    private void writeContents(Object value) {
        if (value instanceof Map<?, ?> map) {
            writeObject(entriesOf(map));
        } else if (value instanceof Iterable<?> items) {
            writeArray(itemsOf(items));
        } else if (value instanceof Optional<?> optional) {
            write(optional.orElse(null));
        } else if (value instanceof byte[] bytes) {
            writeText(Base64.getEncoder().encodeToString(Arrays.copyOf(bytes, Math.min(bytes.length, limit))));
        } else if (value instanceof Record tuple) {
            Map<String, @Nullable Object> fields = RecordFields.of(tuple);
            if (fields != null) {
                writeObject(fields);
            } else {
                writeText(textOf(value));
            }
        } else {
            writeArray(itemsOf(new ArrayItems(value)));
        }
    }

    private void writeObject(Map<?, ?> fields) {
        json.writeStartObject();
        for (Map.Entry<?, ?> field : fields.entrySet()) {
            if (isFull()) {
                json.writeName(JsonText.CUT);
                json.writeBoolean(true);
                break;
            }
            writeName(field.getKey());
            write(field.getValue());
        }
        json.writeEndObject();
    }

    private void writeArray(List<?> items) {
        json.writeStartArray();
        for (Object item : items) {
            if (isFull()) {
                json.writeString(JsonText.CUT);
                break;
            }
            write(item);
        }
        json.writeEndArray();
    }

    /** A copy, so that what a foreign iterator throws is met before anything of it is written. */
    private List<@Nullable Object> itemsOf(Iterable<?> source) {
        List<@Nullable Object> items = new ArrayList<>();
        int room = room();
        try {
            for (Object item : source) {
                items.add(item);
                if (items.size() > room) {
                    break;
                }
            }
        } catch (RuntimeException | Error e) {
            items.add(unreadable(e));
        }
        return items;
    }

    private Map<@Nullable Object, @Nullable Object> entriesOf(Map<?, ?> source) {
        Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
        int room = room();
        try {
            for (Map.Entry<?, ?> entry : source.entrySet()) {
                entries.put(textOf(entry.getKey()), entry.getValue());
                if (entries.size() > room) {
                    break;
                }
            }
        } catch (RuntimeException | Error e) {
            entries.put("[unreadable]", e.getClass().getName());
        }
        return entries;
    }

    private void writeNumber(Number number) {
        if (number instanceof Integer
                || number instanceof Long
                || number instanceof Short
                || number instanceof Byte
                || number instanceof AtomicInteger
                || number instanceof AtomicLong
                || number instanceof LongAdder) {
            json.writeNumber(number.longValue());
        } else if (number instanceof BigInteger integer) {
            writeBig(integer, integer);
        } else if (number instanceof BigDecimal decimal) {
            writeBig(decimal.unscaledValue(), decimal);
        } else if (number instanceof Float single && Float.isFinite(single)) {
            json.writeNumber(single);
        } else if (number instanceof Double real && Double.isFinite(real)) {
            json.writeNumber(real);
        } else {
            // NaN and the infinities, which JSON does not know, and numbers of other people's making.
            writeText(textOf(number));
        }
    }

    private void writeBig(BigInteger digits, Number number) {
        if (digits.bitLength() > MAX_NUMBER_BITS) {
            writeInstead("[number of " + digits.bitLength() + " bits]");
            return;
        }
        String text = number.toString();
        if (text.length() > MAX_NUMBER_LENGTH) {
            writeText(text);
        } else {
            json.writeNumber(text);
        }
    }

    private void writeText(String text) {
        int fitting = JsonText.fitting(text, room());
        if (fitting < text.length()) {
            writeInstead(JsonText.clean(text.substring(0, fitting)) + JsonText.CUT);
        } else {
            json.writeString(JsonText.clean(text));
        }
    }

    private void writeInstead(String substitute) {
        shortened = true;
        json.writeString(substitute);
    }

    private boolean isFull() {
        boolean full = room() == 0;
        shortened |= full;
        return full;
    }

    private int room() {
        return Math.max(0, limit - out.size() - json.streamWriteOutputBuffered());
    }

    static String textOf(@Nullable Object value) {
        try {
            String text = value instanceof Enum<?> constant ? constant.name() : String.valueOf(value);
            return text == null ? "null" : text;
        } catch (RuntimeException | Error e) {
            return unreadable(e);
        }
    }

    static String unreadable(Throwable reason) {
        return "[unreadable: " + reason.getClass().getName() + "]";
    }

    /** An array of any kind, primitive ones included, as something to iterate over. */
    private record ArrayItems(Object array) implements Iterable<@Nullable Object> {
        @Override
        public Iterator<@Nullable Object> iterator() {
            return IntStream.range(0, Array.getLength(array))
                    .mapToObj(i -> Array.get(array, i))
                    .iterator();
        }
    }
}
