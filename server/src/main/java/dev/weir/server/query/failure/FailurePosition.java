package dev.weir.server.query.failure;

import dev.weir.server.Problem;
import dev.weir.server.query.Micros;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** Where a list of failures goes on: runs of one id may have failed at the same moment. */
record FailurePosition(long failedAt, UUID id, int runSeq) {
    private static final int BYTES = 28;
    static final FailurePosition START = new FailurePosition(Micros.LATEST, new UUID(-1, -1), Integer.MAX_VALUE);

    String text() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES)
                .putLong(failedAt)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .putInt(runSeq);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    static FailurePosition parse(@Nullable String text) {
        if (text == null) {
            return START;
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
            if (bytes.remaining() == BYTES) {
                FailurePosition place = new FailurePosition(
                        bytes.getLong(), new UUID(bytes.getLong(), bytes.getLong()), bytes.getInt());
                if (place.failedAt >= Micros.EARLIEST && place.failedAt <= Micros.LATEST) {
                    return place;
                }
            }
        } catch (IllegalArgumentException e) {
            // told below, like every other text that is no cursor
        }
        throw new Problem(
                HttpStatus.BAD_REQUEST, "bad_cursor", "The cursor is none that Weir gave: start again without it.");
    }
}
