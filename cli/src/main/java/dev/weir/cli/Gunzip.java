package dev.weir.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** Gzip as it comes from a pipe: nothing is lost when it is slow, consists of several parts, or breaks off. */
final class Gunzip extends GZIPInputStream {
    Gunzip(InputStream in) throws IOException {
        super(new NeverSeemsEmpty(in), 1 << 16);
    }

    /** Whoever buffers would otherwise read on until it breaks off, and lose what it has read before. */
    @Override
    public int available() {
        return 0;
    }

    /** A pipe that is empty just now would otherwise look like the end of the last part. */
    private static final class NeverSeemsEmpty extends FilterInputStream {
        NeverSeemsEmpty(InputStream in) {
            super(in);
        }

        @Override
        public int available() {
            return 1;
        }
    }
}
