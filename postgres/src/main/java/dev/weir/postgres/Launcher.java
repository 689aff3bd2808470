package dev.weir.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How PostgreSQL's programs are run on this machine: which commands go in front of them.
 *
 * <ul>
 *   <li>PostgreSQL refuses to run as root. In a user namespace of its own, root is nobody and still owns its files.
 *       Where namespaces are refused, as in most containers, it runs as the user nobody, who owns the cluster, with
 *       the one right of root that it needs to reach a directory below root's home.
 *   <li>A session of its own keeps a terminal's Ctrl-C from stopping PostgreSQL before Weir is done with it.
 *   <li>The death signal stops PostgreSQL when this process is killed.
 * </ul>
 */
final class Launcher {
    /**
     * The kernel sends the death signal when the <em>thread</em> that forked ends, so all forks are made by one thread
     * that never does.
     */
    private static final ThreadPoolExecutor FORKER =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                Thread thread = new Thread(task, "weir-postgres-fork");
                thread.setDaemon(true);
                return thread;
            });

    private static final List<String> OWN_SESSION = List.of("setsid");
    private static final List<String> DEATH_SIGNAL = List.of("setpriv", "--pdeathsig=INT");

    private static @Nullable Launcher forThisMachine;

    private final List<String> prefix;
    private final int owner;

    private Launcher(List<String> prefix, int owner) {
        this.prefix = prefix;
        this.owner = owner;
    }

    static synchronized Launcher forThisMachine() throws PostgresStartException {
        if (forThisMachine == null) {
            forThisMachine = find();
        }
        return forThisMachine;
    }

    private static Launcher find() throws PostgresStartException {
        List<Launcher> candidates = new ArrayList<>();
        if (CurrentUser.IS_ROOT || CurrentUser.isNameless()) {
            candidates.add(inUserNamespace());
        }
        if (CurrentUser.IS_ROOT) {
            candidates.add(asNobody());
        } else {
            candidates.add(new Launcher(join(OWN_SESSION, DEATH_SIGNAL), CurrentUser.UID));
            candidates.add(new Launcher(OWN_SESSION, CurrentUser.UID));
            candidates.add(new Launcher(List.of(), CurrentUser.UID));
        }
        return candidates.stream()
                .filter(Launcher::works)
                .findFirst()
                .orElseThrow(() -> new PostgresStartException(
                        "PostgreSQL does not run as root, and this machine allows neither a user namespace (unshare)"
                                + " nor another user (setpriv): start Weir as another user, or give it a database"
                                + " with --db."));
    }

    static Launcher inUserNamespace() {
        return new Launcher(join(OWN_SESSION, List.of("unshare", "--user"), DEATH_SIGNAL), CurrentUser.UID);
    }

    static Launcher asNobody() {
        int uid = CurrentUser.numberFrom("id", "-u", "nobody");
        int gid = CurrentUser.numberFrom("id", "-g", "nobody");
        List<String> becomeNobody = List.of(
                "--reuid=" + uid,
                "--regid=" + gid,
                "--clear-groups",
                "--inh-caps=+dac_override",
                "--ambient-caps=+dac_override",
                // Without it access(2), by which initdb looks for its programs, does not count that right.
                "--securebits=+no_setuid_fixup");
        return new Launcher(join(OWN_SESSION, DEATH_SIGNAL, becomeNobody), uid);
    }

    @SafeVarargs
    private static List<String> join(List<String>... parts) {
        List<String> all = new ArrayList<>();
        for (List<String> part : parts) {
            all.addAll(part);
        }
        return List.copyOf(all);
    }

    private boolean works() {
        try {
            return run(List.of("true"), Path.of("/")).exitStatus() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** The user who must own the cluster's files. */
    int owner() {
        return owner;
    }

    boolean hasDeathSignal() {
        return prefix.containsAll(DEATH_SIGNAL);
    }

    Process start(List<String> command, Path directory, ServerLog log) throws IOException {
        return fork(builder(command, directory).redirectOutput(log.redirect()));
    }

    Ended run(List<String> command, Path directory) throws IOException {
        Process process = fork(builder(command, directory));
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.onExit().join().exitValue(), output);
    }

    record Ended(int exitStatus, String output) {}

    private ProcessBuilder builder(List<String> command, Path directory) {
        ProcessBuilder builder = new ProcessBuilder(join(prefix, command))
                .directory(directory.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("TZ", "UTC");
        return builder;
    }

    /** Not interruptible: an interrupt in between would leave a process that nobody knows. */
    private static Process fork(ProcessBuilder builder) throws IOException {
        try {
            return CompletableFuture.supplyAsync(() -> startUnchecked(builder), FORKER)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException io) {
                throw io.getCause();
            }
            throw e;
        }
    }

    private static Process startUnchecked(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
