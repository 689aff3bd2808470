package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher in a small project of its own, whose build is a script that makes the jars: what counts here is when it
 * builds and what it hands over.
 */
class LauncherTest {
    private static final Path SOURCES = Path.of("..").toAbsolutePath().normalize();
    private static final String SETTINGS = "server/src/main/java/dev/weir/server/Settings.java";
    private static final String APPLICATION = "cli/src/main/java/dev/weir/cli/Weir.java";

    private static final String CLUSTER = "flink/src/main/java/dev/weir/flink/cluster/ClusterCommand.java";

    private static final String MAVEN = """
            #!/usr/bin/env bash
            if [ "$1" = -version ]; then echo "Apache Maven ${MAVEN_TO_FIND:-3.8.7}"; exit; fi
            case $* in
              *verify*) echo "$PWD: $*"; [ ! -f broken ] || exit 1 ;;
              *) echo build >>builds.log; [ ! -f broken ] || { echo "cannot find symbol"; exit 1; } ;;
            esac
            mkdir -p cli/target/lib cli/target/classes bench/target/lib flink/target/lib flink/broker/target flink/cluster/target
            "$JAVA_HOME/bin/javac" -d cli/target/classes $(find cli/src/main flink/src/main -name '*.java')
            "$JAVA_HOME/bin/jar" cf cli/target/weir-cli-1.2.3.jar -C cli/target/classes .
            cp cli/target/weir-cli-1.2.3.jar cli/target/lib/a-library.jar
            cp cli/target/weir-cli-1.2.3.jar bench/target/weir-bench-1.2.3.jar
            cp cli/target/weir-cli-1.2.3.jar bench/target/lib/for-bench-only.jar
            cp cli/target/weir-cli-1.2.3.jar flink/target/weir-flink-1.2.3.jar
            cp cli/target/weir-cli-1.2.3.jar flink/target/lib/for-flink-only.jar
            touch flink/broker/target/class.path flink/cluster/target/class.path
            """;

    @TempDir
    private Path directory;

    private Path project;
    private Path tools;

    private record Ended(int code, String out, String err) {}

    @BeforeEach
    void makeProject() throws IOException {
        project = Files.createDirectory(directory.resolve("a project"));
        tools = Files.createDirectory(directory.resolve("tools"));
        copy("weir");
        copy(SETTINGS);
        Files.createDirectory(project.resolve(".mvn"));
        write("pom.xml", "<project>\n  <version>1.2.3</version>\n</project>\n");
        write("cli/pom.xml", "<project/>\n");
        write("flink/broker/pom.xml", "<project/>\n");
        write(CLUSTER, """
                package dev.weir.flink.cluster;

                public class ClusterCommand {
                    public static void main(String[] arguments) {
                        System.out.print(java.util.List.of(arguments) + " " + System.getProperty("weir.flink.data"));
                    }
                }
                """);
        writeApplication("first");
        writeTool("mvn", MAVEN);
    }

    private Path writeTool(String name, String script) throws IOException {
        Path tool = Files.writeString(tools.resolve(name), script);
        return Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void copy(String file) throws IOException {
        Files.createDirectories(project.resolve(file).getParent());
        Files.copy(SOURCES.resolve(file), project.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
    }

    private void write(String file, String content) throws IOException {
        Files.createDirectories(project.resolve(file).getParent());
        Files.writeString(project.resolve(file), content);
    }

    private void writeApplication(String edition) throws IOException {
        write(APPLICATION, """
                package dev.weir.cli;

                public class Weir {
                    public static void main(String[] arguments) {
                        System.out.print("%s " + java.util.List.of(arguments) + " " + System.getenv("WEIR_HOME"));
                    }
                }
                """.formatted(edition));
    }

    private Ended weir(String... arguments) throws Exception {
        return run(project.resolve("weir"), Map.of(), arguments);
    }

    private Ended run(Path launcher, Map<String, String> environment, String... arguments) throws Exception {
        return ended(start(launcher, environment, arguments));
    }

    private Process start(Path launcher, Map<String, String> environment, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("WEIR_"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().merge("PATH", tools.toString(), (path, first) -> first + ":" + path);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static Ended ended(Process process) throws Exception {
        String out = new String(process.getInputStream().readAllBytes());
        String err = new String(process.getErrorStream().readAllBytes());
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), out, err);
    }

    private long builds() throws IOException {
        Path log = project.resolve("builds.log");
        return Files.exists(log) ? Files.readAllLines(log).size() : 0;
    }

    private String handedOver(String edition, String arguments) {
        return edition + " [" + arguments + "] " + project;
    }

    @Test
    void findsWrongOptionsBeforeItBuilds() throws Exception {
        Ended ended = weir("up", "--port", "many", "--prot=1");

        assertThat(ended).isEqualTo(new Ended(2, "", """
                        "--prot" is not an option of weir up; weir up --help lists them.
                        --port is "many", but it must be a whole number from 0 to 65535.
                        """));
        assertThat(builds()).isZero();
        assertThat(project.resolve(".weir")).doesNotExist();
    }

    @Test
    void buildsOnlyWhatChangedAndHandsOverExactlyWhatItWasGiven() throws Exception {
        assertThat(weir("sql", "a  'b'", "", "é😀"))
                .isEqualTo(new Ended(
                        0,
                        handedOver("first", "sql, a  'b', , é😀"),
                        "Building Weir (the first time takes a few minutes)…\n"));
        assertThat(weir("send", "*")).isEqualTo(new Ended(0, handedOver("first", "send, *"), ""));
        assertThat(weir("show", "a/b/c d")).isEqualTo(new Ended(0, handedOver("first", "show, a/b/c d"), ""));
        assertThat(weir("watch", "a/b/c", "--quiet"))
                .isEqualTo(new Ended(0, handedOver("first", "watch, a/b/c, --quiet"), ""));
        assertThat(builds()).isEqualTo(1);

        writeApplication("second");

        assertThat(weir("sql").out()).isEqualTo(handedOver("second", "sql"));
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void buildsTheJobWhenItIsFirstAskedFor() throws Exception {
        String handedOver = "[submit, --slots, 2] " + project + "/.weir/flink";
        weir("sql");

        assertThat(weir("flink", "submit", "--slots", "2"))
                .isEqualTo(new Ended(0, handedOver, "Building Weir's flink (the first time takes a few minutes)…\n"));
        assertThat(weir("flink", "submit", "--slots", "2")).isEqualTo(new Ended(0, handedOver, ""));
        assertThat(builds()).isEqualTo(2);

        write("flink/broker/pom.xml", "<project></project>\n");

        assertThat(weir("flink", "submit", "--slots", "2").out()).isEqualTo(handedOver);
        assertThat(builds()).isEqualTo(4);
    }

    @Test
    void followsLinks() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("one"), Path.of("a project/weir"));
        Path linkToLink = Files.createSymbolicLink(tools.resolve("two"), link);

        assertThat(run(linkToLink, Map.of(), "sql").out()).isEqualTo(handedOver("first", "sql"));
    }

    @Test
    void twoAtOnceBuildOnce() throws Exception {
        Process one = start(project.resolve("weir"), Map.of(), "sql", "1");
        Process two = start(project.resolve("weir"), Map.of(), "sql", "2");

        assertThat(ended(one).out()).isEqualTo(handedOver("first", "sql, 1"));
        assertThat(ended(two).out()).isEqualTo(handedOver("first", "sql, 2"));
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void showsTheOutputOfABuildThatFailsAndBuildsAgainNextTime() throws Exception {
        write("broken", "");

        Ended ended = weir("sql");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err())
                .isEqualTo("Building Weir (the first time takes a few minutes)…\ncannot find symbol\n"
                        + "The build failed; its output is above and in " + project + "/.weir/build/build.log.\n");

        Files.delete(project.resolve("broken"));
        assertThat(weir("sql").code()).isZero();
    }

    @Test
    void namesWhatIsMissing() throws Exception {
        assertThat(run(project.resolve("weir"), Map.of("MAVEN_TO_FIND", "3.6.3"), "sql"))
                .isEqualTo(new Ended(
                        1,
                        "",
                        "Building Weir needs Maven 3.8 or newer, and mvn is 3.6; get it, for example with apt-get install"
                                + " maven (Debian, Ubuntu) or brew install maven (macOS).\n"));
        assertThat(run(project.resolve("weir"), Map.of("JAVA_HOME", "/nowhere"), "sql"))
                .isEqualTo(new Ended(
                        1,
                        "",
                        "JAVA_HOME is \"/nowhere\", but there is no bin/java in it; set it to a JDK 17 or newer, for"
                                + " example with apt-get install openjdk-17-jdk (Debian, Ubuntu) or brew install"
                                + " openjdk@17 (macOS).\n"));
    }

    @Test
    void answersByItselfWhatNeedsNoBuild() throws Exception {
        assertThat(weir("--version")).isEqualTo(new Ended(0, "weir 1.2.3\n", ""));
        assertThat(weir("--help").out()).startsWith("Usage: weir COMMAND").contains("  test [--long] ");
        assertThat(weir("up", "--help").out()).startsWith("Usage: weir up ");
        assertThat(weir("fly"))
                .isEqualTo(new Ended(2, "", "\"fly\" is not a command of Weir; weir --help lists them.\n"));
        assertThat(weir("test", "--lng"))
                .isEqualTo(new Ended(2, "", "\"--lng\" is not an option of weir test; weir test --help lists them.\n"));
        assertThat(weir().code()).isEqualTo(2);
        assertThat(builds()).isZero();
    }

    @Test
    void testsWithMavenAndThenInTheBrowser() throws Exception {
        Path chromium = writeTool("chromium", "");
        writeTool("npm", "#!/usr/bin/env bash\necho \"$PWD: $* in $WEIR_CHROMIUM\"\n");
        String maven = project + ": -B -Dweir.long=false spotless:check verify\n";
        assertThat(weir("test"))
                .isEqualTo(new Ended(
                        0, maven + project + ": --prefix ui run --silent test:browser in " + chromium + "\n", ""));
        assertThat(weir("test", "--long").out()).contains(" -Dweir.long=true ");
        assertThat(weir("sql", "x").out()).startsWith("first [sql, x]");
        assertThat(builds()).isZero(); // what the tests were run with serves everything else, too
        assertThat(run(project.resolve("weir"), Map.of("WEIR_LONG", "maybe"), "test"))
                .isEqualTo(new Ended(2, "", "WEIR_LONG is \"maybe\", but it must be true or false.\n"));
        assertThat(run(project.resolve("weir"), Map.of("WEIR_CHROMIUM", "/nowhere"), "test"))
                .isEqualTo(
                        new Ended(
                                1,
                                "",
                                "WEIR_CHROMIUM is \"/nowhere\", but there is no program there; set it to a Chromium or Chrome.\n"));

        write("broken", "");
        assertThat(weir("test")).isEqualTo(new Ended(1, maven, ""));
    }

    @Test
    void packagesItselfToRunWhereThereIsOnlyJava() throws Exception {
        for (String file : List.of("README.md", "LICENSE", "CHANGELOG.md")) {
            write(file, file);
        }
        assertThat(weir("dist").code()).isZero();
        Path installed = Files.createDirectory(directory.resolve("installed"));
        Path archive = project.resolve("target/weir-1.2.3.tar.gz");
        Process unpack = new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", installed.toString()).start();
        assertThat(ended(unpack).code()).isZero();
        Path home = installed.resolve("weir-1.2.3");
        Path launcher = home.resolve("bin/weir");
        Files.delete(tools.resolve("mvn"));
        Map<String, String> environment =
                Map.of("XDG_CACHE_HOME", directory.resolve("cache").toString());

        assertThat(run(launcher, environment, "sql", "x")).isEqualTo(new Ended(0, "first [sql, x] " + home, ""));
        assertThat(run(launcher, environment, "--version").out()).isEqualTo("weir 1.2.3\n");
        assertThat(run(launcher, environment, "--help").out()).doesNotContain("test", "bench", "dist");
        assertThat(run(launcher, environment, "test").code()).isEqualTo(2);
        try (var files = Files.list(home)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("bin", "lib", "README.md", "LICENSE", "CHANGELOG.md");
        }
    }
}
