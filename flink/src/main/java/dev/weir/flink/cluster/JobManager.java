package dev.weir.flink.cluster;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Flink's JobManager: takes jobs over REST and has TaskManagers run them. */
public final class JobManager extends Service {
    private final ClusterSettings settings;
    private final int restPort;
    private final int rpcPort;

    public JobManager(Path directory, ClassPath classPath, ClusterSettings settings) throws IOException {
        super("JobManager", directory, classPath);
        this.settings = settings;
        this.restPort = Ports.kept(directory().resolve("port"));
        this.rpcPort = Ports.kept(directory().resolve("rpc-port"));
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + restPort);
    }

    @Override
    public String address() {
        return url().toString();
    }

    @Override
    void prepare() throws IOException {
        Path temporary = Files.createDirectories(directory().resolve("tmp"));
        settings.with(Map.of(
                        "jobmanager.rpc.address", "127.0.0.1",
                        "jobmanager.rpc.port", String.valueOf(rpcPort),
                        "high-availability.jobmanager.port", String.valueOf(rpcPort),
                        "rest.address", "127.0.0.1",
                        "rest.bind-address", "127.0.0.1",
                        "rest.port", String.valueOf(restPort),
                        "io.tmp.dirs", temporary.toString(),
                        "web.upload.dir", temporary.toString()))
                .write(directory());
    }

    @Override
    List<String> arguments() {
        return java(
                FlinkJvm.options("512m"),
                "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
                "--configDir",
                directory().toString());
    }

    @Override
    boolean isReady() throws IOException {
        return new ClusterRest(url()).answers();
    }
}
