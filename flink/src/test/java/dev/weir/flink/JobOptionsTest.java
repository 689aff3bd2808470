package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobOptionsTest {
    @Test
    void takesWhatItIsTold() {
        JobOptions options = JobOptions.of(
                "--brokers",
                "b:9092",
                "--db",
                "jdbc:postgresql:x",
                "--topic",
                "a,b",
                "--state-ttl",
                "2h",
                "--take-over");

        assertThat(options.topics()).containsExactly("a", "b");
        assertThat(options.settings().keepState()).isEqualTo(Duration.ofHours(2));
        assertThat(options.settings().takeOver()).isTrue();
        assertThat(options.configuration().get(PipelineOptions.GENERIC_TYPES)).isFalse();
        assertThat(options.configuration().get(CheckpointingOptions.CHECKPOINTING_INTERVAL))
                .isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void saysWhatIsWrong() {
        assertThatThrownBy(() -> JobOptions.of("--db", "jdbc:postgresql:x")).hasMessageContaining("--brokers");
        assertThatThrownBy(() -> JobOptions.of("--brokers", "b", "--db", "jdbc:postgresql:x", "--colour", "red"))
                .hasMessage("\"--colour\" is not an option of the job; --help lists them.");
        assertThatThrownBy(() -> JobOptions.of("--brokers", "b", "--db", "jdbc:postgresql:x", "--state-ttl", "long"))
                .hasMessageContaining("\"long\"");
        assertThatThrownBy(() -> JobOptions.of("--brokers", "b", "--db", "jdbc:postgresql:x", "--parallelism", "0"))
                .hasMessageContaining("from 1 on");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres://u:secret@h/w",
                "jdbc:postgresql://h:bad/w?password=secret",
                "jdbc:postgresql://u:secret@h/w",
                "jdbc:postgresql://h?password=secret",
                "jdbc:postgresql://h/w?password=se%cret"
            })
    void neverShowsAPasswordInADatabaseUrl(String url) {
        assertThatThrownBy(() -> JobOptions.of("--brokers", "b", "--db", url))
                .hasMessageStartingWith("--db must look like jdbc:postgresql://HOST:PORT/NAME")
                .hasMessageNotContaining("secret");
    }

    @Test
    void takesSeveralHosts() {
        String url = "jdbc:postgresql://one:1,[::1]:2,three/w?targetServerType=primary&password=100%25";
        assertThat(JobOptions.of("--brokers", "b", "--db", url).settings().db()).isEqualTo(url);
    }

    /** An option that is listed and not known would be refused. */
    @Test
    void knowsEveryOptionThatItLists() {
        Matcher listed = Pattern.compile("(?m)^  (--[a-z-]+)( [A-Z]+)?").matcher(JobOptions.HELP);
        int known = 0;
        while (listed.find()) {
            String option = listed.group(1);
            String value = switch (listed.group(2) == null ? "" : listed.group(2).trim()) {
                case "TIME" -> "7s";
                case "URL" -> "jdbc:postgresql:x";
                default -> "7";
            };
            String[] arguments = listed.group(2) == null
                    ? new String[] {"--brokers", "b", "--db", "jdbc:postgresql:x", option}
                    : new String[] {"--brokers", "b", "--db", "jdbc:postgresql:x", option, value};
            assertThat(JobOptions.of(arguments)).isNotNull();
            known++;
        }
        assertThat(known).isEqualTo(17);
    }
}
