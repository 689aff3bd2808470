package dev.weir.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Compresses for speed: events repeat themselves so much that more effort saves little. */
final class Gzip extends GZIPOutputStream {

    private Gzip(OutputStream out) throws IOException {
        super(out);
        def.setLevel(Deflater.BEST_SPEED);
    }

    static byte[] compress(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(plain.length / 4 + 64);
        try (Gzip gzip = new Gzip(bytes)) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
