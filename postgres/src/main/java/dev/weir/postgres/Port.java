package dev.weir.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports on 127.0.0.1. Ours come from below the range from which systems number outgoing connections: while PostgreSQL
 * is away for a moment, such a connection could take its port, even one that tries to reach PostgreSQL itself.
 */
final class Port {
    private static final int FIRST = 20_000;
    private static final int END = 30_000;
    private static final int ATTEMPTS = 100;

    private Port() {}

    /** The preferred one if it is free. */
    static int choose(OptionalInt preferred) throws PostgresStartException {
        if (preferred.isPresent() && isFree(preferred.getAsInt())) {
            return preferred.getAsInt();
        }
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            if (isFree(port)) {
                return port;
            }
        }
        throw new PostgresStartException("No free port between " + FIRST + " and " + END
                + " was found on 127.0.0.1: end what occupies them, or give Weir a database with --db.");
    }

    static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
