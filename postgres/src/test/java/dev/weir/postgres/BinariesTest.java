package dev.weir.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinariesTest {
    @TempDir
    Path cache;

    @Test
    void twoAtOnceUnpackOneCompleteCopyWhichIsRepairedWhenItLosesAFile(@TempDir Path elsewhere) throws Exception {
        CompletableFuture<Binaries> other = CompletableFuture.supplyAsync(this::unpack);
        Binaries binaries = unpack();
        assertThat(other.join().program("postgres")).isEqualTo(binaries.program("postgres"));

        Path root = Path.of(binaries.program("postgres")).getParent().getParent();
        assertThat(Files.list(cache)).containsExactlyInAnyOrder(root, cache.resolve(".lock"));
        assertThat(root.getFileName()).hasToString("postgresql-" + Binaries.VERSION + "-" + platform());
        try (Stream<Path> files = Files.walk(root)) {
            assertThat(files.filter(BinariesTest::isWritableForOthers)).isEmpty();
        }
        assertThat(Path.of(binaries.program("initdb"))).isExecutable();

        Path lost = root.resolve("share/postgresql/postgres.bki");
        long size = Files.size(lost);
        Files.delete(lost);
        Path unusable = Files.createFile(elsewhere.resolve("file"));
        Binaries.unpackedUnderFirstOf(List.of(unusable, cache));
        assertThat(lost).hasSize(size);
        assertThat(Files.list(cache)).containsExactlyInAnyOrder(root, cache.resolve(".lock"));
    }

    @Test
    void theCacheIsWhereUsersExpectIt() {
        assertThat(Binaries.userCache("/x/cache", "/home/a")).isEqualTo(Path.of("/x/cache/weir"));
        assertThat(Binaries.userCache("relative", "/home/a")).isEqualTo(Path.of("/home/a/.cache/weir"));
        assertThat(Binaries.userCache(null, "/home/a")).isEqualTo(Path.of("/home/a/.cache/weir"));
        assertThat(Binaries.userCache(null, "/")).isNull();
    }

    @Test
    void archivesAreNamedAlikeOnAllPlatforms() {
        assertThat(Binaries.platform("Linux", "amd64")).isEqualTo("linux-x86_64");
        assertThat(Binaries.platform("Linux", "aarch64")).isEqualTo("linux-arm_64");
        assertThat(Binaries.platform("Mac OS X", "x86_64")).isEqualTo("darwin-x86_64");
        assertThat(Binaries.platform("Mac OS X", "aarch64")).isEqualTo("darwin-arm_64");
        assertThat(Binaries.MAJOR).isEqualTo("18");
    }

    private Binaries unpack() {
        try {
            return Binaries.unpackedUnderFirstOf(List.of(cache));
        } catch (PostgresStartException e) {
            throw new AssertionError(e);
        }
    }

    private static String platform() {
        return Binaries.platform(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    private static boolean isWritableForOthers(Path path) {
        try {
            return !Files.isSymbolicLink(path)
                    && Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS)
                            .contains(PosixFilePermission.OTHERS_WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
