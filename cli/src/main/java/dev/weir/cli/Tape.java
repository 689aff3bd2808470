package dev.weir.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Keeps the bytes that went through it from some place on, so that a piece can be cut out as it was written. */
final class Tape extends FilterInputStream {
    private final int most;
    private byte[] kept = new byte[1 << 16];
    private long keptFrom;
    private int length;

    /** @param most how many bytes may be kept; of a longer piece nothing is */
    Tape(InputStream in, int most) {
        super(in);
        this.most = most;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
        int read = in.read(bytes, from, count);
        if (read > 0) {
            keep(bytes, from, read);
        }
        return read;
    }

    private void keep(byte[] bytes, int from, int count) {
        if (length + count > most) {
            keptFrom += length;
            length = 0;
        }
        if (length + count > kept.length) {
            kept = Arrays.copyOf(kept, Math.max(length + count, Math.min(most, kept.length * 2)));
        }
        System.arraycopy(bytes, from, kept, length, count);
        length += count;
    }

    void forgetBefore(long offset) {
        int gone = (int) Math.min(length, Math.max(0, offset - keptFrom));
        System.arraycopy(kept, gone, kept, 0, length - gone);
        keptFrom += gone;
        length -= gone;
    }

    /** Null if the piece was too long to be kept. */
    byte @Nullable [] cut(long from, long to) {
        return from < keptFrom ? null : Arrays.copyOfRange(kept, (int) (from - keptFrom), (int) (to - keptFrom));
    }
}
