package dev.weir.server.query;

import dev.weir.server.Problem;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** The sort value and the id of the last row of a page: the next one begins after it, whatever is written meanwhile. */
public record Cursor(long value, UUID id) {
    public static final Cursor START = new Cursor(Long.MIN_VALUE, new UUID(0, 0));

    String text() {
        ByteBuffer bytes = ByteBuffer.allocate(24);
        bytes.putLong(value).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    public static Cursor parse(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return START;
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
            if (bytes.remaining() == 24) {
                return new Cursor(bytes.getLong(), new UUID(bytes.getLong(), bytes.getLong()));
            }
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            // told below, like every other text that is no cursor
        }
        throw new Problem(
                HttpStatus.BAD_REQUEST, "bad_cursor", "The cursor is none that Weir gave: start again without it.");
    }
}
