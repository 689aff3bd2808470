package dev.weir.bench;

import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Byte strings in a file, by number. May be read by several threads. */
final class Pieces implements AutoCloseable {
    private final FileChannel channel;
    private final long[] ends;

    private Pieces(FileChannel channel, long[] ends) {
        this.channel = channel;
        this.ends = ends;
    }

    int count() {
        return ends.length;
    }

    int size(int number) {
        return (int) (ends[number] - begin(number));
    }

    /** Adds the piece to the buffer. */
    void read(int number, ByteBuffer into) throws IOException {
        int limit = into.limit();
        into.limit(into.position() + size(number));
        long at = begin(number);
        while (into.hasRemaining()) {
            int read = channel.read(into, at);
            if (read < 0) {
                throw new EOFException("The file of prepared events was cut off.");
            }
            at += read;
        }
        into.limit(limit);
    }

    private long begin(int number) {
        return number == 0 ? 0 : ends[number - 1];
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    static final class Writer implements AutoCloseable {
        private final Path file;
        private final OutputStream out;
        private long[] ends = new long[1024];
        private int count;

        Writer(Path file) throws IOException {
            this.file = file;
            out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20);
        }

        void add(byte[] piece) throws IOException {
            out.write(piece);
            if (count == ends.length) {
                ends = Arrays.copyOf(ends, count * 2);
            }
            ends[count] = (count == 0 ? 0 : ends[count - 1]) + piece.length;
            count++;
        }

        Pieces finish() throws IOException {
            out.close();
            return new Pieces(FileChannel.open(file), Arrays.copyOf(ends, count));
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
