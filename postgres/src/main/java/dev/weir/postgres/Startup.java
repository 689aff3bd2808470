package dev.weir.postgres;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way from a locked data directory to a PostgreSQL that answers and is watched over. */
final class Startup {
    private static final Logger log = LoggerFactory.getLogger(Startup.class);
    private static final Duration DEATH_SIGNAL_PATIENCE = Duration.ofSeconds(10);
    private static final int ATTEMPTS = 5;

    private final Cluster cluster;
    private final Launcher launcher;
    private final LeftOver leftOver;

    Startup(Cluster cluster, Launcher launcher) {
        this.cluster = cluster;
        this.launcher = launcher;
        this.leftOver = new LeftOver(cluster, launcher.hasDeathSignal() ? DEATH_SIGNAL_PATIENCE : Duration.ZERO);
    }

    Supervisor run() throws PostgresStartException {
        try {
            boolean exists = cluster.existsInThisVersion();
            Binaries binaries = Binaries.unpackedFor(cluster.dataDir());
            InitDb initDb = new InitDb(cluster, launcher, binaries);
            if (!exists) {
                initDb.create();
            }
            initDb.removeUnfinished();
            Supervisor supervisor = startAnswering(
                    new Postmaster.Recipe(cluster, launcher, binaries, new ServerLog(cluster.dataDir())));
            supervisor.start();
            return supervisor;
        } catch (IOException e) {
            throw cannotStart(PostgresStartException.words(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PostgresStartException(
                    "The start of PostgreSQL on " + cluster.directory() + " was interrupted: start Weir again.", e);
        }
    }

    private Supervisor startAnswering(Postmaster.Recipe recipe)
            throws IOException, InterruptedException, PostgresStartException {
        String problem = "";
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            leftOver.awaitGone();
            cluster.prepare(launcher);
            int port = Port.choose(cluster.rememberedPort());
            cluster.rememberPort(port);
            String jdbcUrl = cluster.jdbcUrl(port);
            Postmaster postmaster = recipe.start(port);
            if (answers(postmaster, port)) {
                log.info("PostgreSQL {} runs on port {} (process {}).", Binaries.VERSION, port, postmaster.pid());
                return new Supervisor(recipe, leftOver, port, jdbcUrl, postmaster);
            }
            problem = postmaster.problem();
            boolean mayPass = postmaster.wasKilled() || leftOver.exists() || !Port.isFree(port);
            if (!mayPass) {
                break;
            }
        }
        throw cannotStart(problem + "; more in " + recipe.serverLog().file(), null);
    }

    /** False if it ended early, for instance because another process was faster to take the port. */
    private boolean answers(Postmaster postmaster, int port) throws InterruptedException, PostgresStartException {
        boolean answers = false;
        try {
            if (postmaster.awaitReady()) {
                Login.ensureDatabase(cluster, port);
                answers = true;
            }
        } catch (PostgresStartException e) {
            if (!postmaster.endsSoon()) {
                throw e;
            }
        } finally {
            if (!answers) {
                Uninterrupted.run(postmaster::stop);
            }
        }
        return answers;
    }

    private PostgresStartException cannotStart(String problem, @Nullable Exception cause) {
        return new PostgresStartException(
                "PostgreSQL cannot be started on " + cluster.directory() + " (" + problem
                        + "): remove the cause, or choose another directory with --data.",
                cause);
    }
}
