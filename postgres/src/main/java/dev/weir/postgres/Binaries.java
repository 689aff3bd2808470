package dev.weir.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's programs, which come as one archive on the class path and are unpacked once per user. */
final class Binaries {
    static final String VERSION = version();
    static final String MAJOR = VERSION.substring(0, VERSION.indexOf('.'));

    private final Path root;

    private Binaries(Path root) {
        this.root = root;
    }

    static Binaries unpackedFor(Path dataDir) throws PostgresStartException {
        List<Path> places = new ArrayList<>();
        Path cache = userCache(System.getenv("XDG_CACHE_HOME"), System.getenv("HOME"));
        if (cache != null) {
            places.add(cache);
        }
        places.add(dataDir);
        return unpackedUnderFirstOf(places);
    }

    static Binaries unpackedUnderFirstOf(List<Path> places) throws PostgresStartException {
        String platform = platform(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
        String archive = "/postgres-" + platform + ".txz";
        if (Binaries.class.getResource(archive) == null) {
            throw new PostgresStartException("This Weir carries no PostgreSQL for " + platform
                    + ": build it on this machine, or give it a PostgreSQL 15 or newer with --db.");
        }
        String reasons = "";
        for (Path place : places) {
            try {
                UnpackedArchive unpacked =
                        new UnpackedArchive(archive, place, "postgresql-" + VERSION + "-" + platform);
                unpacked.ensure();
                return new Binaries(unpacked.root());
            } catch (IOException e) {
                reasons += (reasons.isEmpty() ? "" : ", ") + place + ": " + PostgresStartException.words(e);
            }
        }
        throw new PostgresStartException("PostgreSQL's programs cannot be unpacked (" + reasons
                + "): make room there, or set XDG_CACHE_HOME to a directory that allows programs to run.");
    }

    String program(String name) {
        return root.resolve("bin").resolve(name).toString();
    }

    /** Null where the user has no home: containers often run as a number without a name. */
    static @Nullable Path userCache(@Nullable String xdgCacheHome, @Nullable String home) {
        if (xdgCacheHome != null && xdgCacheHome.startsWith("/")) {
            return Path.of(xdgCacheHome, "weir");
        }
        String homeOrAccount = home != null ? home : System.getProperty("user.home", "");
        return homeOrAccount.length() > 1 && homeOrAccount.startsWith("/")
                ? Path.of(homeOrAccount, ".cache", "weir")
                : null;
    }

    /** As the archives are named. */
    static String platform(String osName, String osArch) {
        String os = osName.toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : osName.toLowerCase(Locale.ROOT);
        String arch = switch (osArch) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "arm_64";
            default -> osArch;
        };
        return os + "-" + arch;
    }

    private static String version() {
        try (InputStream in = Binaries.class.getResourceAsStream("binaries.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
