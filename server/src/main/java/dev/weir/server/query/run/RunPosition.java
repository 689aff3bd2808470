package dev.weir.server.query.run;

import dev.weir.server.Problem;
import dev.weir.store.ListedRuns.OneRun;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * Where a run stands in a list: its sort value, its id and, where all runs of an id are listed, its number. As a cursor it
 * also tells of which order it is.
 *
 * @param absent it has no value
 * @param text what it is sorted by, if that is a text
 * @param value what it is sorted by, if that is a number; else when it started
 * @param seq 0 where only the newest runs are listed
 */
record RunPosition(boolean absent, String text, long value, UUID id, int seq) {
    private static final byte PLAIN = 1;
    private static final byte EXACT_ID_SHOWN = 2;

    OneRun run() {
        return new OneRun(id, seq);
    }

    String cursor(RunSort sort, boolean descending) {
        return cursor(PLAIN, sort, descending);
    }

    /** For a search that has shown the run of this very id before its turn. */
    String cursorAfterExactId(RunSort sort, boolean descending) {
        return cursor(EXACT_ID_SHOWN, sort, descending);
    }

    static boolean isAfterExactId(@Nullable String cursor) {
        return cursor != null && Base64.getUrlDecoder().decode(cursor)[0] == EXACT_ID_SHOWN;
    }

    private String cursor(byte form, RunSort sort, boolean descending) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(32 + utf8.length);
        bytes.put(form)
                .put((byte) sort.ordinal())
                .put((byte) (descending ? 1 : 0))
                .put((byte) (absent ? 1 : 0));
        bytes.putLong(value).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        bytes.putInt(seq);
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(bytes.put(utf8).array());
    }

    static @Nullable RunPosition parse(@Nullable String cursor, RunSort sort, boolean descending) {
        if (cursor == null) {
            return null;
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor));
            byte form = bytes.get();
            if ((form == PLAIN || form == EXACT_ID_SHOWN)
                    && bytes.get() == sort.ordinal()
                    && bytes.get() == (descending ? 1 : 0)) {
                boolean absent = bytes.get() != 0;
                long value = bytes.getLong();
                UUID id = new UUID(bytes.getLong(), bytes.getLong());
                int seq = bytes.getInt();
                String text = StandardCharsets.UTF_8.decode(bytes).toString();
                RunPosition position = new RunPosition(absent, text, value, id, seq);
                if (position.cursor(form, sort, descending).equals(cursor) && isSensible(value)) {
                    return position;
                }
            }
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            // told below, like every other text that is no cursor
        }
        throw new Problem(
                HttpStatus.BAD_REQUEST,
                "bad_cursor",
                "The cursor is none that Weir gave for this order: start again without it.");
    }

    /** No time and no duration is beyond what the database can hold. */
    private static boolean isSensible(long value) {
        return Math.abs(value) < 300_000_000_000_000_000L;
    }
}
