package dev.weir.server.query.failure;

import dev.weir.core.signal.SignatureState;
import dev.weir.server.Problem;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * Where a group of failures stands among the others: what needs somebody first, then what there is most of.
 *
 * @param state its place among the states
 * @param usual there are no more than usual
 * @param settled none of them is open
 */
record FailureGroupPosition(int state, boolean usual, boolean settled, long count, UUID id)
        implements Comparable<FailureGroupPosition> {
    private static final List<String> STATES = List.of(
            SignatureState.REGRESSED.label(),
            SignatureState.NEW.label(),
            SignatureState.KNOWN.label(),
            SignatureState.IGNORED.label(),
            SignatureState.RESOLVED.label());

    private static final Comparator<FailureGroupPosition> ORDER = Comparator.comparingInt(FailureGroupPosition::state)
            .thenComparing(FailureGroupPosition::usual)
            .thenComparing(FailureGroupPosition::settled)
            .thenComparing(Comparator.comparingLong(FailureGroupPosition::count).reversed())
            .thenComparing(FailureGroupPosition::id);

    static FailureGroupPosition of(FailureGroup group) {
        return new FailureGroupPosition(
                STATES.indexOf(group.state()),
                !group.outsideUsual(),
                group.open() == 0,
                group.count(),
                group.signatureId());
    }

    @Override
    public int compareTo(FailureGroupPosition other) {
        return ORDER.compare(this, other);
    }

    String cursor() {
        ByteBuffer bytes = ByteBuffer.allocate(27);
        bytes.put((byte) state).put((byte) (usual ? 1 : 0)).put((byte) (settled ? 1 : 0));
        bytes.putLong(count).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    static @Nullable FailureGroupPosition parse(@Nullable String cursor) {
        if (cursor == null) {
            return null;
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor));
            FailureGroupPosition position = new FailureGroupPosition(
                    bytes.get(),
                    bytes.get() != 0,
                    bytes.get() != 0,
                    bytes.getLong(),
                    new UUID(bytes.getLong(), bytes.getLong()));
            if (position.cursor().equals(cursor)) {
                return position;
            }
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            // told below, like every other text that is no cursor
        }
        throw new Problem(
                HttpStatus.BAD_REQUEST, "bad_cursor", "The cursor is none that Weir gave: start again without it.");
    }
}
