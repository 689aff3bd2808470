package dev.weir.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an earlier PostgreSQL left on a cluster: a postmaster whose Weir was killed, or the children of a postmaster that
 * was killed itself. As Weir's lock is ours, both are ending; two at once would ruin the data, so they are waited for.
 */
final class LeftOver {
    private static final Logger log = LoggerFactory.getLogger(LeftOver.class);
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration ORPHANS_PATIENCE = Duration.ofMillis(500);
    private static final Duration BETWEEN_SIGNALS = Duration.ofSeconds(5);
    private static final int POLL_MILLIS = 20;

    private final Cluster cluster;
    private final Duration patience;

    /** @param patience how long a postmaster may take to end by itself; children without one do so at once, or never */
    LeftOver(Cluster cluster, Duration patience) {
        this.cluster = cluster;
        this.patience = patience;
    }

    boolean exists() throws IOException {
        return !ClusterProcesses.of(cluster).isEmpty();
    }

    void awaitGone() throws PostgresStartException, IOException, InterruptedException {
        long start = System.nanoTime();
        Duration lastSignal = Duration.ZERO.minus(BETWEEN_SIGNALS);
        Set<Long> processes = ClusterProcesses.of(cluster);
        while (!processes.isEmpty()) {
            Duration waited = Duration.ofNanos(System.nanoTime() - start);
            if (waited.compareTo(DEADLINE) > 0) {
                throw stillThere(processes);
            }
            if (waited.minus(lastSignal).compareTo(BETWEEN_SIGNALS) >= 0 && end(processes, waited)) {
                lastSignal = waited;
            }
            Thread.sleep(POLL_MILLIS);
            processes = ClusterProcesses.of(cluster);
        }
        removeForeignPidFile();
    }

    /** The postmaster ends its children in good order; without it they are told one by one. False: not yet. */
    private boolean end(Set<Long> processes, Duration waited) throws InterruptedException {
        Optional<Long> postmaster = PidFile.read(cluster).map(PidFile::pid).filter(processes::contains);
        if (waited.compareTo(postmaster.isPresent() ? patience : ORPHANS_PATIENCE) < 0) {
            return false;
        }
        log.info("Stopping an earlier PostgreSQL on {} (processes {}).", cluster.directory(), processes);
        if (postmaster.isPresent()) {
            Signal.INT.sendTo(postmaster.get());
        } else {
            for (long pid : processes) {
                Signal.QUIT.sendTo(pid);
            }
        }
        return true;
    }

    /**
     * PostgreSQL takes any living process with the pid of the file for its predecessor, and pids are used again,
     * most of all in containers. A pid that is nobody's it sorts out itself.
     */
    private void removeForeignPidFile() throws PostgresStartException {
        Optional<PidFile> file = PidFile.read(cluster);
        if (file.isPresent() && ProcessHandle.of(file.get().pid()).isPresent()) {
            try {
                Files.deleteIfExists(PidFile.path(cluster));
            } catch (IOException e) {
                throw DataDirectory.notWritable(cluster.directory(), e);
            }
        }
    }

    private PostgresStartException stillThere(Set<Long> processes) {
        long pid = PidFile.read(cluster)
                .map(PidFile::pid)
                .filter(processes::contains)
                .orElse(processes.iterator().next());
        return new PostgresStartException(
                "An earlier PostgreSQL (process " + pid + ") still works on " + cluster.directory()
                        + " and does not stop: end it with kill -INT " + pid + ", then start Weir again.");
    }
}
