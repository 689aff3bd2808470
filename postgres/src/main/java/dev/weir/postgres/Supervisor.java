package dev.weir.postgres;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts PostgreSQL again, on the same port, whenever it ends without having been asked to. */
final class Supervisor {
    private static final Logger log = LoggerFactory.getLogger(Supervisor.class);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration TOO_LONG = Duration.ofSeconds(60);
    private static final Duration STABLE = Duration.ofSeconds(1);

    private final Postmaster.Recipe recipe;
    private final LeftOver leftOver;
    private final int port;
    private final String jdbcUrl;
    private final Thread thread = new Thread(this::watch, "weir-postgres-supervisor");
    private volatile Postmaster current;
    private volatile boolean stopping;
    private Duration pause = Duration.ZERO;

    Supervisor(Postmaster.Recipe recipe, LeftOver leftOver, int port, String jdbcUrl, Postmaster running) {
        this.recipe = recipe;
        this.leftOver = leftOver;
        this.port = port;
        this.jdbcUrl = jdbcUrl;
        this.current = running;
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    String jdbcUrl() {
        return jdbcUrl;
    }

    Postmaster current() {
        return current;
    }

    /** After this nothing of the cluster runs, also when it was just being started again. */
    void stop() throws InterruptedException {
        Postmaster last;
        synchronized (this) {
            stopping = true;
            last = current;
        }
        thread.interrupt();
        last.stop();
        thread.join();
        try {
            leftOver.awaitGone();
        } catch (PostgresStartException | IOException e) {
            log.warn("PostgreSQL was stopped, but some of it may still run.", e);
        }
    }

    private void watch() {
        try {
            while (!stopping) {
                long since = System.nanoTime();
                int status = current.awaitEnd();
                if (!stopping) {
                    log.warn(
                            "PostgreSQL (process {}) ended unexpectedly with status {}: starting it again.",
                            current.pid(),
                            status);
                    if (elapsed(since).compareTo(STABLE) > 0) {
                        pause = Duration.ZERO;
                    }
                    bringBack();
                }
            }
        } catch (InterruptedException e) {
            // stop() ends this thread.
        }
    }

    private void bringBack() throws InterruptedException {
        long since = System.nanoTime();
        boolean told = false;
        while (!stopping) {
            Thread.sleep(pause.toMillis());
            pause = longer(pause);
            String problem = tryOnce();
            if (problem == null) {
                log.info("PostgreSQL is back (process {}).", current.pid());
                return;
            }
            if (!told && elapsed(since).compareTo(TOO_LONG) > 0) {
                log.error(
                        "PostgreSQL on {} has not come back for a minute ({}): see {}; Weir keeps trying.",
                        recipe.cluster().directory(),
                        problem,
                        recipe.serverLog().file());
                told = true;
            }
        }
    }

    /** What hinders it, or null once it runs. */
    private @Nullable String tryOnce() throws InterruptedException {
        try {
            leftOver.awaitGone();
            Postmaster next = startUnlessStopping();
            return next.awaitReady() ? null : next.problem();
        } catch (PostgresStartException e) {
            return String.valueOf(e.getMessage());
        } catch (IOException e) {
            return PostgresStartException.words(e);
        } catch (RuntimeException e) {
            // Whatever it is, giving up would leave Weir without its database for good.
            return e.toString();
        }
    }

    private synchronized Postmaster startUnlessStopping() throws IOException, InterruptedException {
        if (stopping) {
            throw new InterruptedException();
        }
        current = recipe.start(port);
        return current;
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.isZero() ? Duration.ofMillis(100) : pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : twice;
    }

    private static Duration elapsed(long sinceNanos) {
        return Duration.ofNanos(System.nanoTime() - sinceNanos);
    }
}
