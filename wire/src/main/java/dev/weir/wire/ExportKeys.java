package dev.weir.wire;

import java.io.ByteArrayOutputStream;
import java.util.Set;

/** Exports add keys of their own to an envelope, which begin with {@code __}; the event never had them. */
final class ExportKeys {
    private ExportKeys() {}

    /** @param object a valid JSON object, which stays as it is but for these keys */
    static byte[] without(byte[] object, Set<?> keys) {
        return keys.stream().anyMatch(key -> ((String) key).startsWith("__")) ? cut(object) : object;
    }

    private static byte[] cut(byte[] object) {
        JsonScan scan = new JsonScan(object, object.length);
        ByteArrayOutputStream rest = new ByteArrayOutputStream(object.length);
        rest.write('{');
        int at = scan.skipSpace(scan.skipSpace(0) + 1);
        while (object[at] != '}') {
            int key = at;
            int colon = scan.skipSpace(scan.skipValue(key).to());
            int end = scan.skipValue(scan.skipSpace(colon + 1)).to();
            if (object[key + 1] != '_' || object[key + 2] != '_') {
                if (rest.size() > 1) {
                    rest.write(',');
                }
                rest.write(object, key, end - key);
            }
            at = scan.skipSpace(end);
            at = object[at] == ',' ? scan.skipSpace(at + 1) : at;
        }
        rest.write('}');
        return rest.toByteArray();
    }
}
