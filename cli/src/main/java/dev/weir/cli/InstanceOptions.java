package dev.weir.cli;

import dev.weir.postgres.EmbeddedPostgres;
import dev.weir.postgres.PostgresStartException;
import dev.weir.server.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which Weir a command means. Each command takes all of these and uses those that it needs. */
final class InstanceOptions {
    @Option(names = "--url", paramLabel = "URL", description = "The server (default: the local one).")
    private String url = "";

    @Option(names = "--key", paramLabel = "KEY", description = "The key to show to the server.")
    private String key = "";

    @Option(names = "--data", paramLabel = "DIR", description = "The data directory of a local Weir.")
    private String data = "";

    @Option(names = "--db", paramLabel = "JDBC_URL", description = "The database, instead of the local Weir's own.")
    private String db = "";

    @Option(names = "--help", usageHelp = true, description = "Says this.")
    private boolean help;

    Optional<String> key() {
        return key.isEmpty() ? Optional.empty() : Optional.of(key);
    }

    URI server() {
        try {
            URI server = URI.create(url.replaceAll("/+$", ""));
            boolean http = "http".equals(server.getScheme()) || "https".equals(server.getScheme());
            if (http && server.getHost() != null && server.getPort() <= 65_535 && server.getQuery() == null) {
                return server;
            }
        } catch (IllegalArgumentException e) {
            // answered below, like every other address that is none
        }
        throw new Refusal(
                Weir.WRONG_USAGE, "--url is \"" + url + "\", but it must be an address such as http://127.0.0.1:8420.");
    }

    /** The given database, else the running local one, else the local one started for as long as it is needed. */
    InstanceDatabase database() {
        if (!db.isEmpty()) {
            Settings.objectionToUrl("--db", db).ifPresent(objection -> {
                throw new Refusal(Weir.WRONG_USAGE, objection);
            });
            return new InstanceDatabase(db, () -> {});
        }
        Path directory = Path.of(data).toAbsolutePath().normalize();
        Optional<String> running = EmbeddedPostgres.runningUrl(directory);
        return running.isPresent() ? new InstanceDatabase(running.get(), () -> {}) : started(directory);
    }

    private static InstanceDatabase started(Path directory) {
        if (!EmbeddedPostgres.isAt(directory)) { // it would make a new one there
            throw new Refusal(
                    Weir.UNREACHABLE,
                    "There is no Weir at " + directory + ": start one with weir up, or name another with --data or"
                            + " --db.");
        }
        try {
            EmbeddedPostgres postgres = EmbeddedPostgres.start(directory);
            return new InstanceDatabase(postgres.jdbcUrl(), postgres::close);
        } catch (PostgresStartException e) {
            throw new Refusal(Weir.NO, String.valueOf(e.getMessage()), e);
        }
    }
}
