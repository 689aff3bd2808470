package dev.weir.flink;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.util.ParameterTool;
import org.apache.flink.util.TimeUtils;
import org.jspecify.annotations.Nullable;

/**
 * What the job is told when it is started.
 *
 * @param checkpoints where checkpoints are kept; null leaves it to the cluster, and to memory without one
 * @param parallelism null leaves it to the cluster
 * @param takeOver use the database though servers folded it, which must be gone for good
 */
record JobOptions(
        String brokers,
        List<String> topics,
        String group,
        Duration checkpointInterval,
        @Nullable String checkpoints,
        @Nullable Integer parallelism,
        String stateBackend,
        boolean takeOver,
        JobSettings settings) {

    static final String HELP = """
            Folds what Weir's servers hand over to brokers (weir up --kafka) into their database.

              --brokers HOST:PORT,…       brokers to read from, required
              --db URL                    JDBC URL of the database, required
              --topic NAME                topic, or several with commas between them; weir-events
              --group NAME                under which the brokers remember how far the job is; weir
              --checkpoint-interval TIME  how often a checkpoint is taken; 10s
              --checkpoints URI           where checkpoints are kept; as the cluster has it
              --state-backend NAME        where the state of keys is kept, rocksdb or hashmap; rocksdb
              --state-ttl TIME            how long the state of a quiet key is kept; later it is read from the database; 6h
              --parallelism N             how many of each operator work side by side; as the cluster has it
              --patience TIME             how long to try while the database is away before starting from a checkpoint; 10m
              --max-event-bytes N         largest single event; 1048576
              --refold-inline-events N    events of the longest run folded again at once; 2000
              --parked-bytes-per-day N    rejected events kept per day; 67108864
              --keep-signals TIME         how long the first signal of an ended run is kept; 24h
              --keep-telemetry TIME       how long telemetry of first signals is kept; 90d
              --keep-signatures TIME      how long after its last failure a signature of little confidence is matched; 30d
              --take-over                 use a database that servers folded, which must be gone for good

            A TIME is a number with ms, s, m, h or d.
            """;

    private static final String WITHOUT_VALUE = "__NO_VALUE_KEY"; // as ParameterTool has it

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    /** @throws IllegalArgumentException with a sentence, if one is missing, unknown or no good */
    static JobOptions of(String... arguments) {
        ParameterTool given = ParameterTool.fromArgs(arguments);
        JobOptions options = new JobOptions(
                required(given, "brokers"),
                List.of(given.get("topic", "weir-events").split(",")),
                given.get("group", "weir"),
                time(given, "checkpoint-interval", "10s"),
                given.get("checkpoints"),
                given.has("parallelism") ? Integer.valueOf(number(given, "parallelism", "1")) : null,
                given.get("state-backend", "rocksdb"),
                flag(given, "take-over"),
                settings(given));
        Set<String> unknown = new TreeSet<>(given.getUnrequestedParameters());
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "\"--" + unknown.iterator().next() + "\" is not an option of the job; --help lists them.");
        }
        return options;
    }

    private static JobSettings settings(ParameterTool given) {
        return new JobSettings(
                required(given, "db"),
                time(given, "linger", "50ms"),
                number(given, "most-events", "5000"),
                time(given, "state-ttl", "6h"),
                time(given, "patience", "10m"),
                number(given, "max-event-bytes", "1048576"),
                number(given, "refold-inline-events", "2000"),
                number(given, "parked-bytes-per-day", "67108864"),
                time(given, "keep-signals", "24h"),
                time(given, "keep-telemetry", "90d"),
                time(given, "keep-signatures", "30d"));
    }

    private static String required(ParameterTool given, String name) {
        if (!given.has(name)) {
            throw new IllegalArgumentException("The job needs --" + name + "; --help says what it is.");
        }
        return given.get(name);
    }

    /** Given without a value, or with one as other tools write it. */
    private static boolean flag(ParameterTool given, String name) {
        String text = given.get(name, "false");
        return switch (text) {
            case WITHOUT_VALUE, "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(
                        "--" + name + " is \"" + text + "\", but it takes no value, or true or false.");
        };
    }

    private static Duration time(ParameterTool given, String name, String otherwise) {
        String text = given.get(name, otherwise);
        try {
            return TimeUtils.parseDuration(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "--" + name + " is \"" + text + "\", but it must be a time such as 10s.");
        }
    }

    private static int number(ParameterTool given, String name, String otherwise) {
        String text = given.get(name, otherwise);
        if (!text.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException(
                    "--" + name + " is \"" + text + "\", but it must be a number from 1 on.");
        }
        return Integer.parseInt(text);
    }

    /** Whatever goes wrong, the job starts again from its last checkpoint, ever more slowly; it never gives up. */
    Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.NAME, "weir");
        configuration.set(
                PipelineOptions.GENERIC_TYPES, false); // else a type may fall back to a slow serializer unseen
        configuration.set(StateBackendOptions.STATE_BACKEND, stateBackend);
        configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, checkpointInterval);
        configuration.set(
                CheckpointingOptions.ENABLE_UNALIGNED,
                false); // one that is complete tells that what came before is folded
        configuration.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF, FIRST_PAUSE);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF, LONGEST_PAUSE);
        if (checkpoints != null) {
            configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
            configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints);
        }
        if (parallelism != null) {
            configuration.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
        }
        return configuration;
    }
}
