package dev.weir.bench;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * One keep-alive HTTP connection that posts prepared bodies and looks at each answer just closely enough: client and
 * server share a machine here, and a complete HTTP client would take its time from what is measured.
 */
final class IngestConnection implements AutoCloseable {
    private static final String OK = "HTTP/1.1 200";

    private final URI server;
    private final Destination destination;
    private SocketChannel channel;
    private ByteBuffer request = ByteBuffer.allocateDirect(256 * 1024);
    private final ByteBuffer answer = ByteBuffer.allocate(64 * 1024);

    IngestConnection(URI server, Destination destination) throws IOException {
        this.server = server;
        this.destination = destination;
        channel = open(server);
    }

    private static SocketChannel open(URI server) throws IOException {
        return SocketChannel.open(new InetSocketAddress(server.getHost(), server.getPort()))
                .setOption(StandardSocketOptions.TCP_NODELAY, true);
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
        request.flip();
        while (request.hasRemaining()) {
            channel.write(request);
        }
        String text = readAnswer();
        if (!text.startsWith(OK) || !text.contains(destination.proof(events))) {
            throw new IOException("Weir did not take all events of a request, but answered: "
                    + text.lines().limit(1).findFirst().orElse("") + " "
                    + text.substring(Math.max(0, text.length() - 300)).strip());
        }
        if (text.contains("\r\nConnection: close\r\n")) {
            channel.close();
            channel = open(server);
        }
    }

    private String readAnswer() throws IOException {
        answer.clear();
        while (true) {
            if (!answer.hasRemaining() || channel.read(answer) < 0) {
                throw new EOFException("Weir closed the connection, or its answer has no end.");
            }
            String text = new String(answer.array(), 0, answer.position(), StandardCharsets.ISO_8859_1);
            if (isComplete(text)) {
                return text;
            }
        }
    }

    /** The body comes whole, with its length, or in chunks, of which the last one is empty. */
    static boolean isComplete(String answer) {
        int headEnd = answer.indexOf("\r\n\r\n");
        if (headEnd < 0) {
            return false;
        }
        int field = answer.indexOf("\r\nContent-Length: ");
        if (field >= 0 && field < headEnd) {
            int from = field + "\r\nContent-Length: ".length();
            int length = Integer.parseInt(
                    answer.substring(from, answer.indexOf("\r\n", from)).strip());
            return answer.length() >= headEnd + 4 + length;
        }
        return answer.endsWith("\r\n0\r\n\r\n");
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
