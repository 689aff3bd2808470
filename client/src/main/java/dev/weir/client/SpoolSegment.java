package dev.weir.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One file of the spool: written at its end, read from its beginning, deleted when all of it was acknowledged. How far
 * it was read is not stored: after a crash its batches are sent again, which the server counts as duplicates.
 */
final class SpoolSegment {

    private static final byte[] MAGIC = "WEIRSPL1".getBytes(StandardCharsets.US_ASCII);

    private final Path file;
    private @Nullable FileChannel channel;
    private long bytes;
    private long readPosition = MAGIC.length;
    private long unread;
    private @Nullable Batch head;
    private long afterHead;

    private SpoolSegment(Path file, @Nullable FileChannel channel, long bytes) {
        this.file = file;
        this.channel = channel;
        this.bytes = bytes;
    }

    static SpoolSegment create(Path file) throws IOException {
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        SpoolSegment segment = new SpoolSegment(file, channel, 0);
        try {
            segment.writeFully(channel, ByteBuffer.wrap(MAGIC));
        } catch (IOException e) {
            segment.delete();
            throw e;
        }
        return segment;
    }

    /** A file of an earlier process; null if it is not a spool file of this kind, which is then left alone. */
    static @Nullable SpoolSegment recover(Path file) throws IOException {
        SpoolSegment segment = new SpoolSegment(file, null, Files.size(file));
        try {
            byte[] start = segment.read(0, MAGIC.length);
            if (!Arrays.equals(start, 0, start.length, MAGIC, 0, start.length)) {
                return null;
            }
            segment.unread = segment.countEvents();
            return segment;
        } finally {
            segment.close();
        }
    }

    /** Goes from header to header. What a crash tore off counts as its header says, or as one. */
    private long countEvents() throws IOException {
        long events = 0;
        long position = MAGIC.length;
        while (position < bytes) {
            SpoolRecord header = SpoolRecord.header(ByteBuffer.wrap(read(position, SpoolRecord.HEADER_BYTES)));
            if (header == null) {
                return events + 1;
            }
            events += header.events();
            position += header.totalBytes();
        }
        return events;
    }

    /** @param record the encoded form of the batch */
    void append(Batch batch, ByteBuffer record, boolean sync) throws IOException {
        long before = bytes;
        FileChannel end = channel();
        try {
            writeFully(end, record);
            if (sync) {
                end.force(false);
            }
        } catch (IOException e) {
            bytes = before;
            end.truncate(before);
            throw e;
        }
        unread += batch.size();
        if (isAtEnd(before)) {
            head = batch;
            afterHead = bytes;
        }
    }

    private void writeFully(FileChannel end, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            bytes += end.write(buffer, bytes);
        }
    }

    /** Opened again to read when its turn comes, so that a long spool does not hold as many file handles. */
    private FileChannel channel() throws IOException {
        FileChannel open = channel;
        if (open == null) {
            open = FileChannel.open(file, StandardOpenOption.READ);
            channel = open;
        }
        return open;
    }

    /** The first batch that was not removed; null at the end, also when what remains is damaged. */
    @Nullable
    Batch head() throws IOException {
        while (head == null && readPosition < bytes) {
            SpoolRecord header = SpoolRecord.header(ByteBuffer.wrap(read(readPosition, SpoolRecord.HEADER_BYTES)));
            if (header == null || readPosition + header.totalBytes() > bytes) {
                readPosition = bytes;
                return null;
            }
            head = header.decode(read(readPosition + SpoolRecord.HEADER_BYTES, header.payloadBytes()));
            afterHead = readPosition + header.totalBytes();
            if (head == null) {
                readPosition = afterHead;
            }
        }
        return head;
    }

    void removeHead() {
        if (head != null) {
            unread -= head.size();
            readPosition = afterHead;
            head = null;
        }
    }

    boolean isAtEnd() {
        return isAtEnd(bytes);
    }

    private boolean isAtEnd(long end) {
        return head == null && readPosition >= end;
    }

    /** Events that were written and not removed; those that remain at the end are lost. */
    long unread() {
        return unread;
    }

    long bytes() {
        return bytes;
    }

    Path file() {
        return file;
    }

    void sync() throws IOException {
        channel().force(false);
    }

    void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }

    void delete() throws IOException {
        close();
        Files.deleteIfExists(file);
    }

    private byte[] read(long position, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.max(0, Math.min(length, bytes - position)));
        FileChannel from = channel();
        while (buffer.hasRemaining() && from.read(buffer, position + buffer.position()) >= 0) {
            // Reads may be short.
        }
        return Arrays.copyOf(buffer.array(), buffer.position());
    }
}
