package dev.weir.flink.cluster;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Flink's TaskManager: runs parts of jobs, as many as it has slots. */
public final class TaskManager extends Service {
    /** Flink's own scripts compute these from the size of a machine; without them each has to be said. */
    private static final Map<String, String> MEMORY = Map.of(
            "taskmanager.memory.framework.heap.size", "64m",
            "taskmanager.memory.framework.off-heap.size", "64m",
            "taskmanager.memory.task.heap.size", "320m",
            "taskmanager.memory.task.off-heap.size", "0m",
            "taskmanager.memory.network.min", "32m",
            "taskmanager.memory.network.max", "32m",
            "taskmanager.memory.managed.size", "96m",
            "taskmanager.memory.jvm-metaspace.size", "128m",
            "taskmanager.memory.jvm-overhead.min", "64m",
            "taskmanager.memory.jvm-overhead.max", "64m");

    private final ClusterSettings settings;
    private final int slots;
    private final URI jobManager;
    private String id = "";

    /** @param jobManager its URL */
    public TaskManager(Path directory, ClassPath classPath, ClusterSettings settings, URI jobManager, int slots)
            throws IOException {
        super("TaskManager", directory, classPath);
        this.settings = settings;
        this.jobManager = jobManager;
        this.slots = slots;
    }

    /** The JobManager's, which knows where its TaskManagers are. */
    @Override
    public String address() {
        return jobManager.toString();
    }

    /** Each start has a name of its own, or the JobManager's memory of the one before would be taken for it. */
    @Override
    void prepare() throws IOException {
        id = directory().getFileName() + "-" + System.currentTimeMillis();
        Path temporary = Files.createDirectories(directory().resolve("tmp"));
        settings.with(MEMORY)
                .with(Map.of(
                        "taskmanager.cpu.cores",
                        "1.0",
                        "taskmanager.resource-id",
                        id,
                        "taskmanager.host",
                        "127.0.0.1",
                        "taskmanager.bind-host",
                        "127.0.0.1",
                        "taskmanager.numberOfTaskSlots",
                        String.valueOf(slots),
                        "io.tmp.dirs",
                        temporary.toString()))
                .write(directory());
    }

    @Override
    List<String> arguments() {
        return java(
                FlinkJvm.options("384m"),
                "org.apache.flink.runtime.taskexecutor.TaskManagerRunner",
                "--configDir",
                directory().toString());
    }

    @Override
    boolean isReady() throws IOException {
        return new ClusterRest(jobManager).hasTaskManager(id);
    }
}
