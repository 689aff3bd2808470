package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunningServerTest {

    @Test
    void aPortThatIsTakenIsNamedInOneSentence() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                TestDatabase test = new TestDatabase()) {
            assertThatThrownBy(() -> RunningServer.start(settings(test, other.getLocalPort())))
                    .isInstanceOf(StartException.class)
                    .hasMessage(sentence(other.getLocalPort()));
        }
    }

    /** Two that are started at once both find it free. */
    @Test
    void soIsOneThatSomebodyTakesWhileItStarts() throws IOException {
        try (ServerSocket other = new ServerSocket();
                TestDatabase test = new TestDatabase()) {
            int port = freePort();
            Clock taking = new Taking(other, port);
            assertThatThrownBy(() -> RunningServer.start(settings(test, port), taking))
                    .isInstanceOf(StartException.class)
                    .hasMessage(sentence(port));
        }
    }

    private static String sentence(int port) {
        return "Port " + port + " on 127.0.0.1 is taken: stop what listens there, or choose another port with --port.";
    }

    private static Settings settings(TestDatabase test, int port) {
        return Settings.defaults().with(Map.of("port", Integer.toString(port), "db", test.jdbcUrl()));
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return free.getLocalPort();
        }
    }

    /** A clock at whose first look the port goes: the server looks at it after the port and before it listens. */
    private static final class Taking extends Clock {
        private final ServerSocket socket;
        private final int port;

        Taking(ServerSocket socket, int port) {
            this.socket = socket;
            this.port = port;
        }

        @Override
        public synchronized Instant instant() {
            try {
                if (!socket.isBound()) {
                    socket.bind(new InetSocketAddress("127.0.0.1", port));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return Clock.systemUTC().instant();
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
