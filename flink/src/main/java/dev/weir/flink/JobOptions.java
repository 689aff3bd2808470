package dev.weir.flink;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.util.TimeUtils;
import org.jspecify.annotations.Nullable;

/**
 * What the job is told when it is started.
 *
 * @param checkpoints where checkpoints are kept; null leaves it to the cluster, and to memory without one
 * @param parallelism null leaves it to the cluster
 * @param takeOver use the database though servers folded it, which must be gone for good
 */
public record JobOptions(
        String brokers,
        List<String> topics,
        String group,
        Duration checkpointInterval,
        @Nullable String checkpoints,
        @Nullable Integer parallelism,
        String stateBackend,
        boolean takeOver,
        JobSettings settings) {

    /** Options that need no value. */
    public static final Set<String> FLAGS = Set.of("take-over");

    public static final Set<String> NAMES = Set.of(
            "brokers",
            "db",
            "topic",
            "group",
            "checkpoint-interval",
            "checkpoints",
            "state-backend",
            "state-ttl",
            "parallelism",
            "patience",
            "refold-inline-events",
            "parked-bytes-per-day",
            "keep-signals",
            "keep-telemetry",
            "keep-signatures",
            "take-over",
            "linger", // these two are for measuring
            "most-events");

    static final String HELP = """
            Folds what Weir's servers hand over to brokers (weir up --kafka) into their database.

              --brokers HOST:PORT,…       brokers to read from, required
              --db URL                    JDBC URL of the database, required
              --topic NAME                topic, or several with commas between them; weir-events
              --group NAME                under which the brokers remember how far the job is; weir
              --checkpoint-interval TIME  how often a checkpoint is taken; 10s
              --checkpoints URI           where checkpoints are kept; as the cluster has it, run: below --data DIR
              --state-backend NAME        where the state of keys is kept, rocksdb or hashmap; rocksdb
              --state-ttl TIME            how long the state of a quiet key is kept; later it is read from the database; 6h
              --parallelism N             how many of each operator work side by side; as the cluster has it
              --patience TIME             how long to try while the database is away before starting from a checkpoint; 10m
              --refold-inline-events N    events of the longest run folded again at once; 2000
              --parked-bytes-per-day N    rejected events kept per day; 67108864
              --keep-signals TIME         how long the first signal of an ended run is kept; 24h
              --keep-telemetry TIME       how long telemetry of first signals is kept; 90d
              --keep-signatures TIME      how long after its last failure a signature of little confidence is matched; 30d
              --take-over                 use a database that servers folded, which must be gone for good

            A TIME is a number with ms, s, m, h or d. Each option is also a variable, --state-ttl is WEIR_FLINK_STATE_TTL;
            the database is also that of WEIR_DB.
            """;

    private static final List<String> STATE_BACKENDS = List.of("rocksdb", "hashmap");
    private static final String BROKER = "([^\\s,:/]+|\\[[0-9a-fA-F:.]+]):\\d{1,5}";

    /** What is read again after one costs time; starting again because of it costs more. */
    private static final int FAILED_CHECKPOINTS = 100;

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    /** What the driver does not take, it shows together with the password. */
    private static final Pattern DATABASE = Pattern.compile(
            "jdbc:postgresql:(//((\\[[^\\]]*]|[^/?@:,]*+)(:\\d{1,5})?,?)*+/)?[^/?%]*(\\?([^%]|%[0-9a-fA-F]{2})*+)?");

    /** By what it is told on a cluster, whose environment tells it nothing. */
    static JobOptions of(String... arguments) {
        return of(Arguments.of(List.of(arguments), Map.of(), NAMES, FLAGS));
    }

    /** @throws IllegalArgumentException with a sentence, if one is missing or no good */
    static JobOptions of(Arguments given) {
        given.refuseTheRest();
        return new JobOptions(
                brokers(given),
                List.of(given.get("topic", "weir-events").split(",")),
                given.get("group", "weir"),
                time(given, "checkpoint-interval", "10s"),
                given.get("checkpoints"),
                given.get("parallelism") == null ? null : Integer.valueOf(given.number("parallelism", 1)),
                stateBackend(given),
                truth(given, "take-over"),
                settings(given));
    }

    /** What a cluster is to be given, so that it makes the same options of it. */
    public static List<String> forCluster(Arguments given) {
        of(given);
        return given.options().entrySet().stream()
                .filter(option -> NAMES.contains(option.getKey()))
                .map(option -> "--" + option.getKey() + "=" + option.getValue())
                .toList();
    }

    JobOptions withCheckpoints(String directory) {
        return new JobOptions(
                brokers, topics, group, checkpointInterval, directory, parallelism, stateBackend, takeOver, settings);
    }

    private static JobSettings settings(Arguments given) {
        return new JobSettings(
                db(given),
                time(given, "linger", "50ms"),
                given.number("most-events", 5_000),
                time(given, "state-ttl", "6h"),
                time(given, "patience", "10m"),
                given.number("refold-inline-events", 2_000),
                given.number("parked-bytes-per-day", 64 << 20),
                time(given, "keep-signals", "24h"),
                time(given, "keep-telemetry", "90d"),
                time(given, "keep-signatures", "30d"));
    }

    private static String required(Arguments given, String name) {
        String value = given.get(name);
        if (value == null) {
            throw new IllegalArgumentException("The job needs --" + name + "; --help says what it is.");
        }
        return value;
    }

    private static String brokers(Arguments given) {
        String brokers = required(given, "brokers");
        if (!brokers.matches(BROKER + "(," + BROKER + ")*")) {
            throw wrong("brokers", brokers, "brokers with their ports, as in one:9092,two:9092");
        }
        return brokers;
    }

    private static String db(Arguments given) {
        String url = required(given, "db");
        if (!DATABASE.matcher(url).matches()) {
            throw new IllegalArgumentException(
                    "--db must look like jdbc:postgresql://HOST:PORT/NAME?user=…&password=…, with %25 for a % in a value;"
                            + " it is not shown, as it may hold a password.");
        }
        return url;
    }

    private static String stateBackend(Arguments given) {
        String name = given.get("state-backend", STATE_BACKENDS.get(0));
        if (!STATE_BACKENDS.contains(name)) {
            throw wrong("state-backend", name, String.join(" or ", STATE_BACKENDS));
        }
        return name;
    }

    private static boolean truth(Arguments given, String name) {
        String text = given.get(name, "false");
        if (!text.equals("true") && !text.equals("false")) {
            throw wrong(name, text, "true or false");
        }
        return text.equals("true");
    }

    private static Duration time(Arguments given, String name, String otherwise) {
        String text = given.get(name, otherwise);
        try {
            return TimeUtils.parseDuration(text);
        } catch (IllegalArgumentException e) {
            throw wrong(name, text, "a time such as 10s");
        }
    }

    private static IllegalArgumentException wrong(String name, String value, String wanted) {
        return new IllegalArgumentException("--" + name + " is \"" + value + "\", but it must be " + wanted + ".");
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
        configuration.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, FAILED_CHECKPOINTS);
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
