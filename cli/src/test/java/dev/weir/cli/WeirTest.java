package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WeirTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|A command is missing; weir --help says what is allowed.",
                "fly|Unmatched argument at index 0: 'fly'; weir --help says what is allowed.",
                "sql|Missing required parameter: 'SQL'; weir sql --help says what is allowed.",
                "sql --cvs x|Unknown option: '--cvs'; weir sql --help says what is allowed.",
                "sql a b|SQL must be one argument, in quotes; weir sql --help says what is allowed.",
                "send|Missing required parameter: 'FILE'; weir send --help says what is allowed.",
                "send --format yaml -|--format is \"yaml\", but it must be auto, json, ndjson, csv, xes or network.",
                "send --zone Berlin -|--zone is \"Berlin\", but it must be a time zone such as Europe/Berlin.",
                "send --map stage -|--map has \"stage\", which names no column.",
                "send --map workflow=a,stage= -|--map has \"stage=\", which names no column.",
                "send --map flow=a -|--map has \"flow=a\", which is none of workflow=, stage=, start=, end=, time=,"
                        + " lifecycle=, sla=, name=.",
                "send --url 127.0.0.1:8420 -|--url is \"127.0.0.1:8420\", but it must be an address such as"
                        + " http://127.0.0.1:8420.",
                "ls --url http://127.0.0.1:65536|--url is \"http://127.0.0.1:65536\", but it must be an address such as"
                        + " http://127.0.0.1:8420.",
                "send log.csv.gz|The file log.csv.gz cannot be read: check that it is there and is a file.",
                "send nowhere.json|The file nowhere.json cannot be read: check that it is there and is a file.",
                "rebuild --verfy|Unknown option: '--verfy'; weir rebuild --help says what is allowed.",
                "sql x --db jdbc:postgresql://h:bad/w?password=secret|--db has a port that is no number from 1 to 65535;"
                        + " its value is not shown, as it may hold a password.",
                "sql x --db jdbc:postgresql://h/w?password=secret&service=no|--db is no URL of a PostgreSQL: check it; it is"
                        + " not shown here, as it may hold a password.",
                "sql x --db mysql://u:secret@h|--db must start with jdbc:postgresql: and does not; its value is not"
                        + " shown, as it may hold a password.",
                "ls --limit 0|--limit is 0, but it must be at least 1.",
                "ls --limit x|Invalid value for option '--limit': 'x' is not an int; weir ls --help says what is allowed.",
                "ls failed|Unmatched argument at index 1: 'failed'; weir ls --help says what is allowed.",
                "show|Missing required parameter: 'ENV/SERVICE/ID'; weir show --help says what is allowed.",
                "show production/orders|\"production/orders\" does not name a run: write it as ENV/SERVICE/ID.",
                "show a/b/c --run 0|--run is \"0\", but it must be a whole number from 1 on.",
                "show a/b/c --at noon|--at is \"noon\", but it must be a time such as 2026-01-31T12:00:00Z.",
                "watch|Missing required parameter: 'ENV/SERVICE/ID'; weir watch --help says what is allowed.",
                "watch production/orders/|\"production/orders/\" does not name a run: write it as ENV/SERVICE/ID.",
                "watch a/b/c --timeout 5|--timeout is \"5\", but it must be a duration such as 90s, 30m, 24h or 7d.",
                "tail --limit -1|--limit is -1, but it must be at least 1.",
                "up --port x|--port is \"x\", but it must be a whole number from 0 to 65535.",
            })
    void answersWrongUsageInOneSentence(String arguments, String sentence) {
        CommandRun run = CommandRun.of(arguments.isEmpty() ? new String[0] : arguments.split(" "));

        assertThat(run).isEqualTo(new CommandRun(2, "", sentence + System.lineSeparator()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"send", "ls", "show", "watch", "tail", "sql", "rebuild", "check"})
    void explainsEachCommandAndTakesTheCommonOptions(String command) {
        CommandRun run = CommandRun.of(command, "--url", "u", "--key", "k", "--data", "d", "--db", "b", "--help");

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .startsWith("Usage: weir " + command + " ")
                .contains("--url=URL", "--key=KEY", "--data=DIR", "--db=JDBC_URL");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void explainsUp() {
        assertThat(CommandRun.of("up", "--help")).isEqualTo(new CommandRun(0, Settings.usage(), ""));
    }

    @Test
    void reportsEverythingThatIsWrongWithUp() {
        CommandRun run = CommandRun.of(Map.of("WEIR_MAX_EVENTS", "0"), "up", "--prot", "1");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualToNormalizingNewlines("""
                        "--prot" is not an option of weir up; weir up --help lists them.
                        WEIR_MAX_EVENTS is "0", but it must be a whole number from 1 to 1000000.
                        """);
    }

    @Test
    void noticesMisspeltVariables() {
        Map<String, String> environment =
                Map.of("WEIR_PORT", "1", "WEIR_HOME", "/", "WEIR_URL", "u", "WEIR_PROT", "1", "PATH", "/bin");

        assertThat(Up.variablesWithoutEffect(environment)).containsExactly("WEIR_PROT");
    }

    /** Options of {@code up}, {@code bench} and {@code test} are compared elsewhere, or are none of these. */
    @Test
    void theReadmeListsEveryOption() throws IOException {
        Map<String, Set<String>> listed = new TreeMap<>();
        Set<String> variables = new TreeSet<>();
        for (String line : Files.readAllLines(Path.of("..", "README.md"))) {
            if (line.startsWith("| `WEIR_")) {
                String[] cells = line.replace("`", "").split(" \\| ");
                assertThat(cells[0]).isEqualTo("| " + EnvironmentDefaults.variable(cells[1]));
                variables.add(cells[0].substring(2));
                listed.put(cells[1], commands(cells[2]));
            }
        }
        listed.values().removeIf(Set::isEmpty);
        Map<String, Set<String>> known = new TreeMap<>();
        Weir.commands(Map.of(), Instant::now)
                .getSubcommands()
                .forEach((name, command) -> command.getCommandSpec().options().stream()
                        .filter(option -> !option.usageHelp())
                        .forEach(option -> known.computeIfAbsent(option.longestName(), any -> new TreeSet<>())
                                .add(name)));
        assertThat(listed).isEqualTo(known);
        assertThat(Up.variablesWithoutEffect(
                        variables.stream().collect(Collectors.toMap(variable -> variable, variable -> "x"))))
                .isEmpty();
    }

    private static Set<String> commands(String cell) {
        Set<String> commands = new TreeSet<>(
                cell.equals("all")
                        ? List.of("send", "ls", "show", "watch", "tail", "sql", "rebuild", "check")
                        : List.of(cell.split(", ")));
        commands.removeAll(List.of("bench", "test"));
        return commands;
    }

    @Test
    void saysWhenThereIsNoWeir() {
        Path nowhere = directory.resolve("nowhere");
        String sentence = "There is no Weir at " + nowhere
                + ": start one with weir up, or name another with --data or --db." + System.lineSeparator();

        assertThat(CommandRun.of("sql", "SELECT 1", "--data", nowhere.toString()))
                .isEqualTo(new CommandRun(3, "", sentence));
        assertThat(CommandRun.of(Map.of("WEIR_DATA", nowhere.toString()), "rebuild", "--verify"))
                .isEqualTo(new CommandRun(3, "", sentence));
    }

    @Test
    void makesNoDatabaseWhereThereIsNone() throws IOException {
        Path file = Files.writeString(directory.resolve("notes.txt"), "mine");

        assertThat(CommandRun.of("rebuild", "--data", directory.toString()).code())
                .isEqualTo(3);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void saysWhenNobodyKnowsTheServersName() {
        assertThat(CommandRun.of("ls", "--url", "http://weir.invalid"))
                .isEqualTo(new CommandRun(
                        3,
                        "",
                        "The server at http://weir.invalid cannot be reached (nobody knows its name): start it with weir up,"
                                + " or name another with --url." + System.lineSeparator()));
    }

    @Test
    void saysWhereJsonBreaksOff() throws IOException {
        Path broken = Files.writeString(directory.resolve("broken.json"), "[7");

        assertThat(CommandRun.of("send", broken.toString()).out())
                .contains("not_an_object: Not JSON, and nothing after it is read: Unexpected end-of-input")
                .doesNotContain("REDACTED");
    }

    @Test
    void looksBesideTheLauncherByDefault() {
        CommandRun run = CommandRun.of(Map.of("WEIR_HOME", directory.toString()), "sql", "SELECT 1");

        assertThat(run.err()).startsWith("There is no Weir at " + directory.resolve(".weir/data") + ": ");
    }

    @Test
    void saysWhenTheDatabaseCannotBeReached() {
        CommandRun run = CommandRun.of("sql", "SELECT 1", "--db", "jdbc:postgresql://127.0.0.1:1/weir?password=secret");

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err())
                .startsWith("The database cannot be reached: Connection to 127.0.0.1:1 refused.")
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ls", "show a/b/c", "watch a/b/c", "tail"})
    void saysWhenTheServerCannotBeReached(String command) {
        CommandRun run = CommandRun.of(Map.of("WEIR_PORT", "1"), command.split(" "));

        assertThat(run)
                .isEqualTo(new CommandRun(
                        3,
                        "",
                        "The server at http://127.0.0.1:1 cannot be reached (connection refused): start it with weir up,"
                                + " or name another with --url." + System.lineSeparator()));
    }

    @Test
    void isQuietWhenTheReaderHasSeenEnoughButNotWhenTheDiskIsFull() throws IOException {
        assertThat(printTo("Broken pipe")).isEqualTo(new CommandRun(0, "", ""));
        assertThat(printTo("No space left on device"))
                .isEqualTo(new CommandRun(
                        1, "", "The output cannot be written: No space left on device." + System.lineSeparator()));
    }

    private static CommandRun printTo(String failure) {
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(failure);
            }
        };
        PrintWriter out = new PrintWriter(OutputLost.noticedBy(broken), false, StandardCharsets.UTF_8);
        StringWriter err = new StringWriter();
        int code = Weir.run(new String[] {"sql", "--help"}, Map.of(), out, new PrintWriter(err));
        return new CommandRun(code, "", err.toString());
    }

    @Test
    void refusesADirectoryInPlaceOfAFile() throws IOException {
        Path inside = Files.createDirectory(directory.resolve("events.json"));

        assertThat(CommandRun.of("send", inside.toString()).code()).isEqualTo(2);
    }
}
