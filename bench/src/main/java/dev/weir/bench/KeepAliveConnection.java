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
 * One keep-alive HTTP connection that sends prepared requests and looks at each answer just closely enough: client and
 * server share a machine here, and a complete HTTP client would take its time from what is measured.
 */
final class KeepAliveConnection implements AutoCloseable {
    private final URI server;
    private SocketChannel channel;
    private final ByteBuffer answer = ByteBuffer.allocate(64 * 1024);

    KeepAliveConnection(URI server) throws IOException {
        this.server = server;
        channel = open(server);
    }

    private static SocketChannel open(URI server) throws IOException {
        return SocketChannel.open(new InetSocketAddress(server.getHost(), server.getPort()))
                .setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /** Sends what is left of a request. @return the whole answer, byte by byte */
    String exchange(ByteBuffer request) throws IOException {
        while (request.hasRemaining()) {
            channel.write(request);
        }
        String text = readAnswer();
        if (text.contains("\r\nConnection: close\r\n")) {
            channel.close();
            channel = open(server);
        }
        return text;
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

    /** The body comes whole, with its length, or in chunks, of which the last one is empty; or there is none. */
    static boolean isComplete(String answer) {
        int headEnd = answer.indexOf("\r\n\r\n");
        if (headEnd < 0) {
            return false;
        }
        if (answer.startsWith("HTTP/1.1 304") || answer.startsWith("HTTP/1.1 204")) {
            return true;
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
