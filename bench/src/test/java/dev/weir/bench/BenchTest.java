package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.EnvironmentDefaults;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BenchTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--scale 0|--scale is \"0.0\", but it must be a number from 0.01 to 10; weir bench ingest --help says what is"
                        + " allowed.",
                "--fly|Unknown option: '--fly'; weir bench ingest --help says what is allowed.",
                "fly|Unmatched argument at index 0: 'fly'; weir bench --help says what is allowed.",
                "ingest --scale 0|--scale is \"0.0\", but it must be a number from 0.01 to 10; weir bench ingest --help"
                        + " says what is allowed.",
                "ingest --scale NaN|--scale is \"NaN\", but it must be a number from 0.01 to 10; weir bench ingest --help"
                        + " says what is allowed.",
                "query --scale 40|--scale is \"40.0\", but it must be a number from 0.01 to 10; weir bench query --help says what"
                        + " is allowed.",
                "sessions --scale 0|--scale is \"0.0\", but it must be a number from 0.01 to 10; weir bench sessions --help"
                        + " says what is allowed.",
            })
    void answersWrongUsageInOneSentence(String arguments, String sentence) {
        assertThat(wrongUsage(Map.of(), arguments.split(" "))).isEqualTo(sentence + System.lineSeparator());
    }

    @Test
    void withoutANameOrOptionsItTakesThoseOfTheEnvironmentForIngest() {
        assertThat(wrongUsage(Map.of("WEIR_SCALE", "20")))
                .startsWith("--scale is \"20.0\", but it must be a number from 0.01 to 10; weir bench ingest ");
    }

    @Test
    void theReadmeListsItsOptions() throws IOException {
        Set<String> listed = Files.readAllLines(Path.of("..", "README.md")).stream()
                .filter(line -> line.startsWith("| `WEIR_") && line.contains("`bench`"))
                .map(line -> line.split(" \\| ")[0] + " | " + line.split(" \\| ")[1])
                .collect(Collectors.toSet());
        Set<String> known = Bench.commands().getSubcommands().values().stream()
                .flatMap(command -> command.getCommandSpec().options().stream())
                .filter(option -> !option.usageHelp())
                .map(option -> "| `" + EnvironmentDefaults.variable(option.longestName()) + "` | `"
                        + option.longestName() + "`")
                .collect(Collectors.toSet());
        assertThat(listed).isEqualTo(known);
    }

    private static String wrongUsage(Map<String, String> environment, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();

        int code = Bench.run(arguments, environment, new PrintWriter(out), new PrintWriter(err));

        assertThat(code).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        return err.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ingest", "query", "live", "stages", "sessions", "signals", "flink"})
    void explainsItself(String what) {
        StringWriter out = new StringWriter();

        int code = Bench.run(new String[] {what, "--help"}, Map.of(), new PrintWriter(out), new PrintWriter(out));

        assertThat(code).isZero();
        assertThat(out.toString())
                .startsWith("Usage: weir bench " + what + " ")
                .contains("--scale=SHARE", "--json", "--keep");
    }
}
