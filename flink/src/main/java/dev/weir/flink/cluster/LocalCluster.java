package dev.weir.flink.cluster;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Where the processes of a cluster on this machine have their directories, below one that is given, and what they are
 * started from. Whoever names the same directory finds the same processes there.
 *
 * @param data for everything that they keep
 * @param broker the class path of a broker
 * @param cluster the class path of ZooKeeper, JobManager and TaskManagers
 * @param job the class path of the job, with its own classes
 */
public record LocalCluster(Path data, ClassPath broker, ClassPath cluster, ClassPath job) {
    /** @param jars where the launcher has put the class paths and the job's jars */
    public static LocalCluster of(Path data, Path jars) throws IOException {
        return new LocalCluster(
                data,
                ClassPath.read(jars.resolve("broker.path")),
                ClassPath.read(jars.resolve("cluster.path")),
                ClassPath.jarsIn(jars.resolve("lib")));
    }

    /** Writes the job as one file. */
    public void writeJob(Path file) throws IOException {
        JobJar.write(file, "dev.weir.flink.FoldJob", job, cluster);
    }

    public Broker newBroker() throws IOException {
        return new Broker(data.resolve("broker"), broker);
    }

    public ZooKeeper newZooKeeper() throws IOException {
        return new ZooKeeper(data.resolve("zookeeper"), cluster);
    }

    public JobManager newJobManager() throws IOException {
        return new JobManager(data.resolve("jobmanager"), cluster, settings());
    }

    /** @param number from 1 on */
    public TaskManager newTaskManager(int number, int slots) throws IOException {
        Path directory = data.resolve("taskmanager-" + number);
        return new TaskManager(directory, cluster, settings(), newJobManager().url(), slots);
    }

    private ClusterSettings settings() throws IOException {
        return ClusterSettings.of(
                data.resolve("shared").toAbsolutePath(), newZooKeeper().address());
    }
}
