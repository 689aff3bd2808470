package dev.weir.flink.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the processes of one cluster have in common, by the names that Flink has for it. */
public record ClusterSettings(Map<String, String> options) {
    /**
     * @param shared where checkpoints are, and what a JobManager has to find again; every process has to see it
     * @param zooKeeper its address
     */
    public static ClusterSettings of(Path shared, String zooKeeper) {
        Map<String, String> options = new TreeMap<>();
        options.put("high-availability.type", "zookeeper");
        options.put("high-availability.zookeeper.quorum", zooKeeper);
        options.put(
                "high-availability.storageDir", shared.resolve("jobs").toUri().toString());
        options.put("high-availability.zookeeper.client.session-timeout", "6 s");
        options.put("zookeeper.sasl.disable", "true");
        options.put("state.backend.type", "rocksdb");
        options.put("execution.checkpointing.storage", "filesystem");
        options.put(
                "execution.checkpointing.dir",
                shared.resolve("checkpoints").toUri().toString());
        options.put("execution.checkpointing.incremental", "true");
        options.put("execution.checkpointing.interval", "1 s");
        options.put("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        options.put("execution.checkpointing.tolerable-failed-checkpoints", "100");
        options.put("restart-strategy.type", "exponential-delay");
        options.put("restart-strategy.exponential-delay.initial-backoff", "200 ms");
        options.put("restart-strategy.exponential-delay.max-backoff", "30 s");
        options.put("restart-strategy.exponential-delay.reset-backoff-threshold", "1 min");
        options.put("heartbeat.interval", "1 s");
        options.put("heartbeat.timeout", "10 s");
        options.put(
                "metrics.reporter.prom.factory.class", "org.apache.flink.metrics.prometheus.PrometheusReporterFactory");
        options.put("metrics.reporter.prom.port", "0");
        return new ClusterSettings(options);
    }

    /** These, some of them set otherwise. */
    public ClusterSettings with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(options);
        all.putAll(more);
        return new ClusterSettings(all);
    }

    /** Where Flink looks for it. Names with a dot in them need no nesting. */
    void write(Path directory) throws IOException {
        Files.writeString(
                directory.resolve("config.yaml"),
                options.entrySet().stream()
                        .map(option -> option.getKey() + ": \"" + option.getValue() + "\"\n")
                        .collect(Collectors.joining()));
    }
}
