package dev.weir.postgres;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of PostgreSQL, from its start to its end. */
final class Postmaster {
    private static final Logger log = LoggerFactory.getLogger(Postmaster.class);
    private static final int POLL_MILLIS = 20;
    private static final int FAST_STOP_SECONDS = 60;
    private static final int IMMEDIATE_STOP_SECONDS = 10;

    private final Process process;
    private final Cluster cluster;
    private final ServerLog serverLog;
    private final long logStart;
    private volatile boolean ready;

    private Postmaster(Process process, Cluster cluster, ServerLog serverLog, long logStart) {
        this.process = process;
        this.cluster = cluster;
        this.serverLog = serverLog;
        this.logStart = logStart;
    }

    /** Everything that one run after the other is started from. */
    record Recipe(Cluster cluster, Launcher launcher, Binaries binaries, ServerLog serverLog) {
        Postmaster start(int port) throws IOException {
            serverLog.keepShort();
            long logStart = serverLog.size();
            List<String> command = List.of(
                    binaries.program("postgres"),
                    "-D",
                    cluster.directory().toString(),
                    "-p",
                    Integer.toString(port),
                    "-c",
                    "cluster_name=" + cluster.name());
            return new Postmaster(launcher.start(command, cluster.dataDir(), serverLog), cluster, serverLog, logStart);
        }
    }

    /** False if it ended instead. There is no deadline: recovery after a crash takes the time that it takes. */
    boolean awaitReady() throws InterruptedException {
        while (!ready) {
            if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                return false;
            }
            ready = PidFile.read(cluster)
                    .filter(file -> file.pid() == process.pid() && file.ready())
                    .isPresent();
        }
        return true;
    }

    boolean isRunning() {
        return ready && process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** The exit status, or 128 and the signal that killed it. */
    int awaitEnd() throws InterruptedException {
        while (!process.waitFor(1, TimeUnit.MINUTES)) {
            serverLog.keepShort();
        }
        return process.exitValue();
    }

    /** Whether it is ending right now, which explains that it does not answer. */
    boolean endsSoon() throws InterruptedException {
        return process.waitFor(1, TimeUnit.SECONDS);
    }

    /** By a signal, not by a decision of its own. */
    boolean wasKilled() {
        return !process.isAlive() && process.exitValue() > 128;
    }

    String problem() {
        return serverLog.problemSince(logStart);
    }

    /** Signals are repeated: one that arrives before PostgreSQL has set up its handlers may be lost. */
    void stop() throws InterruptedException {
        if (endsBy(Signal.INT, FAST_STOP_SECONDS)) {
            return;
        }
        log.warn("PostgreSQL (process {}) does not stop: ending it at once; the next start recovers.", pid());
        if (!endsBy(Signal.QUIT, IMMEDIATE_STOP_SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    private boolean endsBy(Signal signal, int seconds) throws InterruptedException {
        for (int i = 0; i < seconds && process.isAlive(); i++) {
            signal.sendTo(pid());
            process.waitFor(1, TimeUnit.SECONDS);
        }
        return !process.isAlive();
    }
}
