package dev.weir.client;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * One batch on disk: a header (length of the payload, number of events, checksum, encoding) and a payload, which is each
 * event with its length before it. Events are kept apart so that a batch can still be split when a server asks for it.
 */
record SpoolRecord(int payloadBytes, int events, int checksum, byte encoding) {

    static final int HEADER_BYTES = 13;

    private static final byte PLAIN = 0;
    private static final byte GZIP = 1;
    private static final int MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;
    private static final int MAX_EVENTS = 100_000;
    private static final int WORTH_GZIP_BYTES = 1_024;

    static ByteBuffer encode(Batch batch) {
        byte[] plain = plainPayload(batch);
        byte encoding = plain.length > WORTH_GZIP_BYTES ? GZIP : PLAIN;
        byte[] payload = encoding == GZIP ? Gzip.compress(plain) : plain;
        return ByteBuffer.allocate(HEADER_BYTES + payload.length)
                .putInt(payload.length)
                .putInt(batch.size())
                .putInt(checksum(payload, batch.size(), encoding))
                .put(encoding)
                .put(payload)
                .flip();
    }

    /** Null if these bytes cannot be a header. */
    static @Nullable SpoolRecord header(ByteBuffer bytes) {
        if (bytes.remaining() < HEADER_BYTES) {
            return null;
        }
        SpoolRecord header = new SpoolRecord(bytes.getInt(), bytes.getInt(), bytes.getInt(), bytes.get());
        boolean plausible = header.payloadBytes > 0
                && header.payloadBytes <= MAX_PAYLOAD_BYTES
                && header.events > 0
                && header.events <= MAX_EVENTS;
        return plausible ? header : null;
    }

    long totalBytes() {
        return HEADER_BYTES + (long) payloadBytes;
    }

    /** Null if the payload is not the one that was written. */
    @Nullable
    Batch decode(byte[] payload) {
        if (checksum(payload, events, encoding) != checksum) {
            return null;
        }
        try (DataInputStream in = new DataInputStream(
                encoding == GZIP
                        ? new GZIPInputStream(new ByteArrayInputStream(payload))
                        : new ByteArrayInputStream(payload))) {
            List<byte[]> batch = new ArrayList<>(events);
            for (int i = 0; i < events; i++) {
                batch.add(in.readNBytes(in.readInt()));
            }
            return new Batch(batch);
        } catch (IOException | IllegalArgumentException e) {
            return null;
        }
    }

    private static byte[] plainPayload(Batch batch) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(batch.bytes() + 4 * batch.size());
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            for (byte[] event : batch.events()) {
                out.writeInt(event.length);
                out.write(event);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static int checksum(byte[] payload, int events, byte encoding) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(9)
                .putInt(payload.length)
                .putInt(events)
                .put(encoding)
                .flip());
        crc.update(payload);
        return (int) crc.getValue();
    }
}
