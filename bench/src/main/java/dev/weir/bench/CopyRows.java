package dev.weir.bench;

import dev.weir.core.event.Ids;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/** Events as rows of the log in PostgreSQL's binary COPY format, made before anything is measured. */
final class CopyRows {
    static final byte[] HEADER = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0, 0, 0, 0, 0, 0, 0, 0, 0
    };
    static final byte[] TRAILER = {(byte) 0xFF, (byte) 0xFF};
    static final String COLUMNS = "at, received_at, batch, month, org, source, mended, id, key, type, payload";
    private static final int COLUMN_COUNT = 11;
    private static final long MICROS_TO_2000 = 946_684_800_000_000L;

    private CopyRows() {}

    static byte[] of(List<GeneratedEvent> events, long batch) {
        return of(events, batch, 1);
    }

    /** @param source of all of them */
    static byte[] of(List<GeneratedEvent> events, long batch, int source) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(events.size() * 512);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            for (GeneratedEvent event : events) {
                write(out, event, batch, source);
            }
        } catch (IOException e) {
            throw new AssertionError("Memory is always there to write to", e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, GeneratedEvent event, long batch, int source) throws IOException {
        out.writeShort(COLUMN_COUNT);
        bigint(out, event.at() - MICROS_TO_2000);
        bigint(out, event.at() - MICROS_TO_2000);
        bigint(out, batch);
        integer(out, Ids.monthOf(event.id()));
        integer(out, 1);
        integer(out, source);
        out.writeInt(1);
        out.writeBoolean(false);
        uuid(out, event.id());
        uuid(out, event.key());
        text(out, event.type().getBytes(StandardCharsets.US_ASCII));
        text(out, event.payload());
    }

    private static void bigint(DataOutputStream out, long value) throws IOException {
        out.writeInt(Long.BYTES);
        out.writeLong(value);
    }

    private static void integer(DataOutputStream out, int value) throws IOException {
        out.writeInt(Integer.BYTES);
        out.writeInt(value);
    }

    private static void uuid(DataOutputStream out, UUID value) throws IOException {
        out.writeInt(2 * Long.BYTES);
        out.writeLong(value.getMostSignificantBits());
        out.writeLong(value.getLeastSignificantBits());
    }

    private static void text(DataOutputStream out, byte[] utf8) throws IOException {
        out.writeInt(utf8.length);
        out.write(utf8);
    }
}
