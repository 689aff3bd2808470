package dev.weir.server.query.stage;

import dev.weir.server.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * The last row of a page of stages: the next page begins after it, whatever is written meanwhile.
 *
 * @param at what the list is ordered by, in microseconds
 * @param stage empty in a list of whole workflows
 */
record StagePosition(long at, UUID id, String stage) {
    private static final long LONGEST_AGO = -62_200_000_000_000_000L; // before the year 0
    private static final long FARTHEST = 253_500_000_000_000_000L; // after the year 9999

    String text() {
        String text = at + " " + id + " " + stage;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    static @Nullable StagePosition parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            String[] parts = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split(" ", 3);
            long at = Long.parseLong(parts[0]);
            if (at >= LONGEST_AGO && at <= FARTHEST && parts[2].indexOf('\0') < 0) {
                return new StagePosition(at, UUID.fromString(parts[1]), parts[2]);
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            // told below, like every other text that is no cursor
        }
        throw new Problem(
                HttpStatus.BAD_REQUEST, "bad_cursor", "The cursor is none that Weir gave: start again without it.");
    }
}
