package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.junit.jupiter.api.Test;

class JobOptionsTest {
    @Test
    void takesWhatItIsTold() {
        JobOptions options = JobOptions.of(
                "--brokers", "b:9092", "--db", "jdbc:x", "--topic", "a,b", "--state-ttl", "2h", "--take-over");

        assertThat(options.topics()).containsExactly("a", "b");
        assertThat(options.settings().keepState()).isEqualTo(Duration.ofHours(2));
        assertThat(options.takeOver()).isTrue();
        assertThat(options.configuration().get(PipelineOptions.GENERIC_TYPES)).isFalse();
        assertThat(options.configuration().get(CheckpointingOptions.CHECKPOINTING_INTERVAL))
                .isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void saysWhatIsWrong() {
        assertThatThrownBy(() -> JobOptions.of("--db", "jdbc:x")).hasMessageContaining("--brokers");
        assertThatThrownBy(() -> JobOptions.of("--brokers", "b", "--db", "jdbc:x", "--colour", "red"))
                .hasMessage("\"--colour\" is not an option of the job; --help lists them.");
        assertThatThrownBy(() -> JobOptions.of("--brokers", "b", "--db", "jdbc:x", "--state-ttl", "long"))
                .hasMessageContaining("\"long\"");
        assertThatThrownBy(() -> JobOptions.of("--brokers", "b", "--db", "jdbc:x", "--parallelism", "0"))
                .hasMessageContaining("from 1 on");
    }

    @Test
    void takesOverOnlyIfItIsToldTo() {
        assertThat(JobOptions.of("--brokers", "b", "--db", "jdbc:x").takeOver()).isFalse();
        assertThat(JobOptions.of("--take-over", "false", "--brokers", "b", "--db", "jdbc:x")
                        .takeOver())
                .isFalse();
        assertThat(JobOptions.of("--take-over", "true", "--brokers", "b", "--db", "jdbc:x")
                        .takeOver())
                .isTrue();
        assertThatThrownBy(() -> JobOptions.of("--brokers", "b", "--db", "jdbc:x", "--take-over", "perhaps"))
                .hasMessage("--take-over is \"perhaps\", but it takes no value, or true or false.");
    }

    /** An option that is listed and not known would be refused. */
    @Test
    void knowsEveryOptionThatItLists() {
        Matcher listed = Pattern.compile("(?m)^  (--[a-z-]+)( [A-Z]+)?").matcher(JobOptions.HELP);
        int known = 0;
        while (listed.find()) {
            String option = listed.group(1);
            String value =
                    "TIME".equals(listed.group(2) == null ? "" : listed.group(2).trim()) ? "7s" : "7";
            String[] arguments = listed.group(2) == null
                    ? new String[] {"--brokers", "b", "--db", "jdbc:x", option}
                    : new String[] {"--brokers", "b", "--db", "jdbc:x", option, value};
            assertThat(JobOptions.of(arguments)).isNotNull();
            known++;
        }
        assertThat(known).isEqualTo(17);
    }
}
