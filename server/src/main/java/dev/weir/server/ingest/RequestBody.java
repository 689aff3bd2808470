package dev.weir.server.ingest;

import dev.weir.server.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Reads a whole request body, unpacked, and never more of it than is allowed. */
final class RequestBody {
    private static final int FIRST_BUFFER = 256 * 1024; // a length that is only promised must not cost more than this

    private final int mostBytes;

    RequestBody(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    byte[] read(HttpServletRequest request) throws IOException {
        if (request.getContentLengthLong() > mostBytes) {
            throw tooLarge();
        }
        String encoding = encoding(request.getHeader("Content-Encoding"));
        return switch (encoding) {
            case "identity" -> readBounded(request.getInputStream(), request.getContentLength());
            case "gzip" -> unzip(request.getInputStream());
            default ->
                throw new Problem(
                        HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                        "unknown_encoding",
                        "The body is encoded as '" + encoding + "': send it plain or as gzip.");
        };
    }

    private static String encoding(@Nullable String header) {
        String encoding = header == null ? "" : header.trim().toLowerCase(Locale.ROOT);
        return switch (encoding) {
            case "", "identity" -> "identity";
            case "gzip", "x-gzip" -> "gzip";
            default -> encoding;
        };
    }

    private byte[] unzip(InputStream body) throws IOException {
        try (InputStream plain = new GZIPInputStream(body, 16 * 1024)) {
            return readBounded(plain, -1);
        } catch (EOFException | ZipException e) {
            throw new Problem(HttpStatus.BAD_REQUEST, "bad_gzip", "The body is not complete gzip, though it says so.");
        }
    }

    private byte[] readBounded(InputStream in, int expected) throws IOException {
        byte[] buffer = new byte[expected < 0 ? FIRST_BUFFER : Math.min(expected + 1, FIRST_BUFFER)];
        int size = 0;
        while (true) {
            int read = in.read(buffer, size, buffer.length - size);
            if (read < 0) {
                return size == buffer.length ? buffer : Arrays.copyOf(buffer, size);
            }
            size += read;
            if (size > mostBytes) {
                throw tooLarge();
            }
            if (size == buffer.length) {
                buffer = Arrays.copyOf(buffer, Math.min(buffer.length * 2, mostBytes + 1));
            }
        }
    }

    private Problem tooLarge() {
        return new Problem(
                HttpStatus.CONTENT_TOO_LARGE,
                "body_too_large",
                "The body has more than " + mostBytes + " bytes when unpacked: send smaller batches.");
    }
}
