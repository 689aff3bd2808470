package dev.weir.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Exports of a Kafka topic wrap each envelope, {@code {topic, partition, offset, value}}. The event never had the wrapping:
 * only the value goes into the log, so that it is the same event however it came.
 */
final class KafkaRecord {
    private static final byte[] VALUE_KEY = "\"value\"".getBytes(StandardCharsets.UTF_8);

    private KafkaRecord() {}

    /** The envelope in a record; null if it is none. */
    static @Nullable Object value(Map<?, ?> fields) {
        boolean isRecord = fields.containsKey("topic") && fields.containsKey("offset") && !fields.containsKey("data");
        return isRecord ? fields.get("value") : null;
    }

    /** @param object the valid JSON of a record */
    static byte[] valueBytes(byte[] object) {
        JsonScan scan = new JsonScan(object, object.length);
        byte[] value = object;
        int at = scan.skipSpace(scan.skipSpace(0) + 1);
        while (object[at] != '}') {
            int key = at;
            int keyEnd = scan.skipValue(key).to();
            int from = scan.skipSpace(scan.skipSpace(keyEnd) + 1);
            int to = scan.skipValue(from).to();
            if (Arrays.equals(object, key, keyEnd, VALUE_KEY, 0, VALUE_KEY.length)) {
                value = Arrays.copyOfRange(object, from, to); // of duplicate keys the last counts
            }
            at = scan.skipSpace(to);
            at = object[at] == ',' ? scan.skipSpace(at + 1) : at;
        }
        return value;
    }
}
