package dev.weir.server.stream;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Server-sent events as bytes. The data is JSON, and has to be on one line. */
final class Frame {
    static final byte[] HEARTBEAT = ": beat\n\n".getBytes(StandardCharsets.UTF_8);
    static final long NO_POSITION = -1;

    private Frame() {}

    static void write(ByteArrayOutputStream out, String event, byte[] data, long position) {
        out.writeBytes(("event: " + event + "\n").getBytes(StandardCharsets.UTF_8));
        if (position != NO_POSITION) {
            out.writeBytes(("id: " + position + "\n").getBytes(StandardCharsets.UTF_8));
        }
        out.writeBytes("data: ".getBytes(StandardCharsets.UTF_8));
        for (byte next : data) {
            out.write(next == '\n' || next == '\r' ? ' ' : next); // in JSON they are only ever space between values
        }
        out.writeBytes("\n\n".getBytes(StandardCharsets.UTF_8));
    }
}
