package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobOptionsTest {
    private static final String BROKERS = "b:9092";
    private static final String DB = "jdbc:postgresql:x";

    @Test
    void takesWhatItIsTold() {
        JobOptions options =
                JobOptions.of("--brokers", BROKERS, "--db", DB, "--topic", "a,b", "--state-ttl", "2h", "--take-over");

        assertThat(options.topics()).containsExactly("a", "b");
        assertThat(options.settings().keepState()).isEqualTo(Duration.ofHours(2));
        assertThat(options.takeOver()).isTrue();
        assertThat(options.configuration().get(PipelineOptions.GENERIC_TYPES)).isFalse();
        assertThat(options.configuration().get(CheckpointingOptions.CHECKPOINTING_INTERVAL))
                .isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void saysWhatIsWrong() {
        assertThatThrownBy(() -> JobOptions.of("--db", DB)).hasMessageContaining("--brokers");
        assertThatThrownBy(() -> JobOptions.of("--brokers", BROKERS, "--db", DB, "--colour", "red"))
                .hasMessage("\"--colour\" is not an option here; --help lists them.");
        assertThatThrownBy(() -> JobOptions.of("--brokers", BROKERS, "--db", DB, "--state-ttl", "long"))
                .hasMessageContaining("\"long\"");
        assertThatThrownBy(() -> JobOptions.of("--brokers", BROKERS, "--db", DB, "--parallelism", "0"))
                .hasMessageContaining("from 1 to");
        assertThatThrownBy(() -> JobOptions.of("--brokers", "--db", DB))
                .hasMessage("--brokers needs a value; --help says which.");
        assertThatThrownBy(() -> JobOptions.of("--brokers", "nobody", "--db", DB))
                .hasMessageContaining("\"nobody\"");
        assertThatThrownBy(() -> JobOptions.of("--brokers", BROKERS, "--db", "mysql:secret"))
                .hasMessageContaining("jdbc:postgresql:")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> JobOptions.of("--brokers", BROKERS, "--db", DB, "--state-backend", "x"))
                .hasMessage("--state-backend is \"x\", but it must be rocksdb or hashmap.");
        assertThatThrownBy(() -> JobOptions.of("--brokers", BROKERS, "--db", DB, "--take-over=maybe"))
                .hasMessageContaining("true or false");
        assertThatThrownBy(() -> JobOptions.of("--db", DB, "--db", DB)).hasMessageContaining("twice");
        assertThatThrownBy(() -> JobOptions.of("--brokers", BROKERS, "--db", DB, "more"))
                .hasMessageContaining("\"more\"");
    }

    @Test
    void takesOverOnlyIfItIsToldTo() {
        assertThat(JobOptions.of("--brokers", BROKERS, "--db", DB).takeOver()).isFalse();
        assertThat(JobOptions.of("--take-over=false", "--brokers", BROKERS, "--db", DB)
                        .takeOver())
                .isFalse();
        assertThat(JobOptions.of("--take-over", "--brokers", BROKERS, "--db", DB)
                        .takeOver())
                .isTrue();
    }

    @Test
    void anOptionIsAVariableToo() {
        Map<String, String> environment = Map.of(
                "WEIR_FLINK_BROKERS",
                BROKERS,
                "WEIR_FLINK_TAKE_OVER",
                "true",
                "WEIR_FLINK_STATE_TTL",
                "3h",
                "WEIR_DB",
                DB);
        JobOptions options = JobOptions.of(parse(environment, "--state-ttl=2h", "--url=http://x", "--key", "k"));
        assertThat(options.brokers()).isEqualTo(BROKERS);
        assertThat(options.settings().db()).isEqualTo(DB);
        assertThat(options.takeOver()).isTrue();
        assertThat(options.settings().keepState()).as("the option wins").isEqualTo(Duration.ofHours(2));
    }

    /** Whose environment is another. */
    @Test
    void aClusterIsGivenWhatVariablesSay() {
        Arguments given = parse(Map.of("WEIR_DB", DB, "WEIR_FLINK_GROUP", "mine"), "--brokers", BROKERS, "--key", "k");
        String[] arguments = JobOptions.forCluster(given).toArray(String[]::new);
        assertThat(JobOptions.of(arguments)).isEqualTo(JobOptions.of(given));
        assertThat(arguments).contains("--group=mine").doesNotContain("--key=k");
    }

    private static Arguments parse(Map<String, String> environment, String... arguments) {
        return Arguments.of(List.of(arguments), environment, JobOptions.NAMES, JobOptions.FLAGS);
    }

    @Test
    void aFailedCheckpointDoesNotStopTheJob() {
        assertThat(JobOptions.of("--brokers", BROKERS, "--db", DB)
                        .configuration()
                        .get(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER))
                .isPositive();
    }

    @Test
    void listsTheOptionsThatItKnows() {
        Set<String> listed = new TreeSet<>(Set.of("linger", "most-events")); // these are for measuring
        Pattern.compile("(?m)^  --([a-z-]+)")
                .matcher(JobOptions.HELP)
                .results()
                .forEach(option -> listed.add(option.group(1)));
        assertThat(listed).isEqualTo(JobOptions.NAMES);
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
        assertThatThrownBy(() -> JobOptions.of("--brokers", BROKERS, "--db", url))
                .hasMessageStartingWith("--db must look like jdbc:postgresql://HOST:PORT/NAME")
                .hasMessageNotContaining("secret");
    }

    @Test
    void takesSeveralHosts() {
        String url = "jdbc:postgresql://one:1,[::1]:2,three/w?targetServerType=primary&password=100%25";
        assertThat(JobOptions.of("--brokers", BROKERS, "--db", url).settings().db())
                .isEqualTo(url);
    }
}
