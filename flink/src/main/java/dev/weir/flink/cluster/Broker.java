package dev.weir.flink.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** A Kafka broker that is its own controller. */
public final class Broker extends Service {
    private static final String PROPERTIES = """
            process.roles=broker,controller
            node.id=1
            controller.quorum.bootstrap.servers=127.0.0.1:%2$d
            listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
            advertised.listeners=PLAINTEXT://127.0.0.1:%1$d
            controller.listener.names=CONTROLLER
            listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
            log.dirs=%3$s
            auto.create.topics.enable=false
            offsets.topic.replication.factor=1
            offsets.topic.num.partitions=4
            transaction.state.log.replication.factor=1
            transaction.state.log.min.isr=1
            transaction.state.log.num.partitions=4
            share.coordinator.state.topic.replication.factor=1
            share.coordinator.state.topic.min.isr=1
            group.initial.rebalance.delay.ms=0
            """;
    private static final List<String> JVM = List.of(
            "-Xmx384m", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn", "-Dorg.slf4j.simpleLogger.showDateTime=true");
    /** Kafka wants 16 bytes in base 64 here, whatever they say. */
    private static final String CLUSTER = "weir-on-one-machine-AA";

    private static final int ANSWER_MS = 2_000;

    private final int port;
    private final int controllerPort;

    /** @param directory for its configuration and its topics; it keeps its port there too */
    public Broker(Path directory, ClassPath classPath) throws IOException {
        super("broker", directory, classPath);
        this.port = Ports.kept(directory().resolve("port"));
        this.controllerPort = Ports.kept(directory().resolve("controller-port"));
    }

    @Override
    public String address() {
        return "127.0.0.1:" + port;
    }

    private Path properties() {
        return directory().resolve("server.properties");
    }

    @Override
    void prepare() throws IOException {
        Path topics = directory().resolve("topics");
        Files.writeString(properties(), PROPERTIES.formatted(port, controllerPort, topics));
        if (!Files.exists(topics.resolve("meta.properties"))) {
            format();
        }
    }

    private void format() throws IOException {
        Process format = run(List.of(
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "kafka.tools.StorageTool",
                "format",
                "--standalone",
                "--cluster-id",
                CLUSTER,
                "--config",
                properties().toString()));
        if (!hasEnded(format, TimeUnit.MINUTES.toMillis(1)) || format.exitValue() != 0) {
            format.destroyForcibly();
            throw new IOException("The broker's directory could not be formatted; " + log() + " says why.");
        }
    }

    @Override
    List<String> arguments() {
        return java(JVM, "kafka.Kafka", properties().toString());
    }

    /** An open port is not enough: it is ready when it knows itself as a member of its cluster. */
    @Override
    boolean isReady() throws IOException {
        if (!Ports.answers(port)) {
            return false;
        }
        try (Admin admin = Admin.create(Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                address(),
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                ANSWER_MS,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                ANSWER_MS))) {
            return !admin.describeCluster()
                    .nodes()
                    .get(ANSWER_MS, TimeUnit.MILLISECONDS)
                    .isEmpty();
        } catch (ExecutionException | TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The wait for the broker at " + address() + " was interrupted.", e);
        }
    }
}
