package dev.weir.store;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Rows in PostgreSQL's binary COPY format, collected in memory and sent in one go: about one and a half times as fast as
 * text, and nothing has to be escaped.
 */
final class BinaryCopy {
    private static final byte[] HEADER = {
        'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0, 0, 0, 0, 0, 0, 0, 0, 0
    };
    private static final long MICROS_TO_2000 = 946_684_800_000_000L;
    private static final int TEXT_OID = 25;
    private static final int BIGINT_OID = 20;
    private static final int BOOLEAN_OID = 16;

    private byte[] buffer = new byte[64 * 1024];
    private int size;
    private int rows;

    BinaryCopy() {
        bytes(HEADER);
    }

    BinaryCopy row(int columns) {
        rows++;
        shortInt(columns);
        return this;
    }

    BinaryCopy nothing() {
        int32(-1);
        return this;
    }

    BinaryCopy bool(boolean value) {
        int32(1);
        ensure(1);
        buffer[size++] = (byte) (value ? 1 : 0);
        return this;
    }

    BinaryCopy smallint(int value) {
        int32(2);
        shortInt(value);
        return this;
    }

    BinaryCopy integer(int value) {
        int32(4);
        int32(value);
        return this;
    }

    BinaryCopy integer(@Nullable Integer value) {
        return value == null ? nothing() : integer(value.intValue());
    }

    BinaryCopy bigint(long value) {
        int32(8);
        int64(value);
        return this;
    }

    BinaryCopy bigint(@Nullable Long value) {
        return value == null ? nothing() : bigint(value.longValue());
    }

    BinaryCopy real(@Nullable Double value) {
        return value == null ? nothing() : bigint(Double.doubleToRawLongBits(value));
    }

    /** @param micros since 1970 */
    BinaryCopy timestamp(long micros) {
        return bigint(micros - MICROS_TO_2000);
    }

    BinaryCopy timestamp(@Nullable Long micros) {
        return micros == null ? nothing() : timestamp(micros.longValue());
    }

    BinaryCopy uuid(@Nullable UUID value) {
        if (value == null) {
            return nothing();
        }
        int32(16);
        int64(value.getMostSignificantBits());
        int64(value.getLeastSignificantBits());
        return this;
    }

    /** Also for enums and JSON, whose binary form is their text. */
    BinaryCopy text(@Nullable String value) {
        return value == null ? nothing() : text(value.getBytes(StandardCharsets.UTF_8));
    }

    BinaryCopy text(byte[] utf8) {
        int32(utf8.length);
        bytes(utf8);
        return this;
    }

    BinaryCopy text(JsonText json) {
        int32(json.size());
        ensure(json.size());
        System.arraycopy(json.buffer(), 0, buffer, size, json.size());
        size += json.size();
        return this;
    }

    /** For {@code jsonb}, whose binary form is a version and its text. */
    BinaryCopy jsonb(JsonText json) {
        int32(json.size() + 1);
        ensure(json.size() + 1);
        buffer[size++] = 1;
        System.arraycopy(json.buffer(), 0, buffer, size, json.size());
        size += json.size();
        return this;
    }

    BinaryCopy texts(List<String> values) {
        return array(TEXT_OID, values, this::text);
    }

    BinaryCopy bigints(List<Long> values) {
        return array(BIGINT_OID, values, value -> bigint(value.longValue()));
    }

    BinaryCopy bools(List<Boolean> values) {
        return array(BOOLEAN_OID, values, value -> bool(value.booleanValue()));
    }

    private <T> BinaryCopy array(int type, List<T> values, Consumer<T> item) {
        int lengthAt = size;
        int32(0);
        int32(values.isEmpty() ? 0 : 1); // dimensions
        int32(0); // no nulls
        int32(type);
        if (!values.isEmpty()) {
            int32(values.size());
            int32(1); // lower bound
            values.forEach(item);
        }
        int end = size;
        size = lengthAt;
        int32(end - lengthAt - 4);
        size = end;
        return this;
    }

    int rows() {
        return rows;
    }

    void send(Connection connection, String copySql) throws SQLException {
        try (Sending sending = begin(connection, copySql)) {
            sending.finish();
        }
    }

    /** Sends the rows without waiting for the database, which has the connection for itself until they are in. */
    Sending begin(Connection connection, String copySql) throws SQLException {
        shortInt(-1);
        Sending sending =
                new Sending(connection.unwrap(PGConnection.class).getCopyAPI().copyIn(copySql));
        sending.write(buffer, size);
        return sending;
    }

    /** Rows on their way. Closing it before it is finished takes them back. */
    static final class Sending implements AutoCloseable {
        private final CopyIn copy;

        private Sending(CopyIn copy) {
            this.copy = copy;
        }

        private void write(byte[] bytes, int size) throws SQLException {
            try {
                copy.writeToCopy(bytes, 0, size);
                copy.flushCopy();
            } catch (SQLException e) {
                close();
                throw e;
            }
        }

        void finish() throws SQLException {
            copy.endCopy();
        }

        @Override
        public void close() throws SQLException {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    private void shortInt(int value) {
        ensure(2);
        buffer[size++] = (byte) (value >> 8);
        buffer[size++] = (byte) value;
    }

    private void int32(int value) {
        ensure(4);
        buffer[size++] = (byte) (value >> 24);
        buffer[size++] = (byte) (value >> 16);
        buffer[size++] = (byte) (value >> 8);
        buffer[size++] = (byte) value;
    }

    private void int64(long value) {
        int32((int) (value >> 32));
        int32((int) value);
    }

    private void bytes(byte[] bytes) {
        ensure(bytes.length);
        System.arraycopy(bytes, 0, buffer, size, bytes.length);
        size += bytes.length;
    }

    private void ensure(int more) {
        if (size + more > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, size + more));
        }
    }
}
