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
import java.util.Map;
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
                "send log.csv.gz|The file log.csv.gz cannot be read: check that it is there and is a file.",
                "send nowhere.json|The file nowhere.json cannot be read: check that it is there and is a file.",
                "rebuild --verfy|Unknown option: '--verfy'; weir rebuild --help says what is allowed.",
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
