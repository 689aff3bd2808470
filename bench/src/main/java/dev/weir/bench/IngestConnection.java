package dev.weir.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Posts prepared bodies over one connection, and looks whether everything in them was taken. */
final class IngestConnection implements AutoCloseable {
    private static final String OK = "HTTP/1.1 200";

    private final URI server;
    private final Destination destination;
    private final KeepAliveConnection connection;
    private ByteBuffer request = ByteBuffer.allocateDirect(256 * 1024);

    IngestConnection(URI server, Destination destination) throws IOException {
        this.server = server;
        this.destination = destination;
        connection = new KeepAliveConnection(server);
    }

    /** Returns when the server has said that it stored every event of the body, {@link Corpus#BATCH} of them. */
    void post(Pieces bodies, int number) throws IOException {
        begin(bodies.size(number));
        bodies.read(number, request);
        finish(Corpus.BATCH);
    }

    /** Returns when the server has said that it stored every event of the body. */
    void post(byte[] body, int events) throws IOException {
        begin(body.length);
        request.put(body);
        finish(events);
    }

    private void begin(int size) {
        byte[] head = ("POST " + destination.path + " HTTP/1.1\r\nHost: " + server.getAuthority()
                        + "\r\nContent-Type: application/json\r\nContent-Length: " + size + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        if (request.capacity() < head.length + size) {
            request = ByteBuffer.allocateDirect(2 * (head.length + size));
        }
        request.clear().put(head);
    }

    private void finish(int events) throws IOException {
        String text = connection.exchange(request.flip());
        if (!text.startsWith(OK) || !text.contains(destination.proof(events))) {
            throw new IOException("Weir did not take all events of a request, but answered: "
                    + text.lines().limit(1).findFirst().orElse("") + " "
                    + text.substring(Math.max(0, text.length() - 300)).strip());
        }
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
