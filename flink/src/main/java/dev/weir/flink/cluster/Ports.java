package dev.weir.flink.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports on 127.0.0.1. They come from below the range from which systems number outgoing connections: while a process is
 * away, such a connection could take its port.
 */
final class Ports {
    private static final int FIRST = 10_000;
    private static final int END = 20_000;
    private static final int ATTEMPTS = 100;
    private static final int CONNECT_MS = 500;

    private Ports() {}

    /** The one that this file names; where there is none yet, a free one, which the file names from then on. */
    static int kept(Path file) throws IOException {
        if (Files.exists(file)) {
            return Integer.parseInt(Files.readString(file).strip());
        }
        int port = free();
        Files.writeString(file, port + "\n");
        return port;
    }

    private static int free() throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(loopback(), port));
                return port;
            } catch (IOException e) {
                // taken: the next one
            }
        }
        throw new IOException("No free port between " + FIRST + " and " + END + " was found on 127.0.0.1.");
    }

    static boolean answers(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(loopback(), port), CONNECT_MS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static InetAddress loopback() throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    }
}
