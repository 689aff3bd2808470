package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BenchTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|What to measure is missing; weir bench --help says what is allowed.",
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
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();

        int code = Bench.run(
                arguments.isEmpty() ? new String[0] : arguments.split(" "), new PrintWriter(out), new PrintWriter(err));

        assertThat(code).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).isEqualTo(sentence + System.lineSeparator());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ingest", "query", "live", "stages", "sessions", "signals", "flink"})
    void explainsItself(String what) {
        StringWriter out = new StringWriter();

        int code = Bench.run(new String[] {what, "--help"}, new PrintWriter(out), new PrintWriter(out));

        assertThat(code).isZero();
        assertThat(out.toString())
                .startsWith("Usage: weir bench " + what + " ")
                .contains("--scale=SHARE", "--json", "--keep");
    }
}
