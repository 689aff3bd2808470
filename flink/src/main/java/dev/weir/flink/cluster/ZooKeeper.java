package dev.weir.flink.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Remembers for JobManagers who leads and which jobs run, so that one that is started after another has died goes on with
 * its jobs. It is the one that comes with Flink.
 */
public final class ZooKeeper extends Service {
    private static final String CONFIGURATION = """
            clientPort=%d
            clientPortAddress=127.0.0.1
            dataDir=%s
            tickTime=1000
            admin.enableServer=false
            """;

    private final int port;

    public ZooKeeper(Path directory, ClassPath classPath) throws IOException {
        super("ZooKeeper", directory, classPath);
        this.port = Ports.kept(directory().resolve("port"));
    }

    @Override
    public String address() {
        return "127.0.0.1:" + port;
    }

    private Path configuration() {
        return directory().resolve("zoo.cfg");
    }

    @Override
    void prepare() throws IOException {
        Files.writeString(
                configuration(), CONFIGURATION.formatted(port, directory().resolve("data")));
    }

    @Override
    List<String> arguments() {
        return java(
                List.of("-Xmx64m", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"),
                "org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.server.ZooKeeperServerMain",
                configuration().toString());
    }

    @Override
    boolean isReady() {
        return Ports.answers(port);
    }
}
