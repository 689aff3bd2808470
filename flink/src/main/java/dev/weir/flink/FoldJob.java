package dev.weir.flink;

import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;

/** The job: a source, an operator that appends, and one that folds what has been appended, key by key. */
public final class FoldJob {
    private FoldJob() {}

    /** What a cluster calls, once it has the jar. */
    public static void main(String[] arguments) throws Exception {
        JobOptions options = JobOptions.of(arguments);
        check(options);
        environment(options).execute();
    }

    /**
     * So that whoever starts it is told. Only here is a database taken over, if that is wanted.
     *
     * @throws CannotFold if something is not as the job needs it
     */
    static void check(JobOptions options) {
        JobDatabase.check(options.settings(), options.takeOver());
        Brokers.check(options);
        if (options.takeOver()) {
            JobDatabase.takeOver(options.settings());
        }
    }

    /** The cluster that this is submitted to, or one inside this process where there is none. */
    static StreamExecutionEnvironment environment(JobOptions options) {
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment(options.configuration());
        add(events(environment, options), options.settings());
        return environment;
    }

    static DataStream<Arrival> events(StreamExecutionEnvironment environment, JobOptions options) {
        KafkaSource<Arrival> source =
                whateverTheLanguage(() -> source(options.brokers(), options.topics(), options.group()));
        // What is folded does not depend on the order of arrival, so there is no time to wait for.
        return environment
                .fromSource(source, WatermarkStrategy.noWatermarks(), "events")
                .uid("events");
    }

    /** The connector writes names of settings in small letters, as this machine's language has them: earlıest in Turkish. */
    private static <T> T whateverTheLanguage(Supplier<T> making) {
        Locale here = Locale.getDefault();
        Locale.setDefault(Locale.ROOT);
        try {
            return making.get();
        } finally {
            Locale.setDefault(here);
        }
    }

    private static KafkaSource<Arrival> source(String brokers, List<String> topics, String group) {
        Properties properties = new Properties();
        properties.setProperty("isolation.level", "read_committed");
        properties.setProperty("partition.discovery.interval.ms", "60000");
        return KafkaSource.<Arrival>builder()
                .setBootstrapServers(brokers)
                .setTopics(topics)
                .setGroupId(group)
                .setStartingOffsets(OffsetsInitializer.committedOffsets(OffsetResetStrategy.EARLIEST))
                .setDeserializer(new ArrivalReader())
                .setProperties(properties)
                .build();
    }

    static void add(DataStream<Arrival> events, JobSettings settings) {
        logged(events, settings)
                .transform("fold", Types.VOID, new FoldOperator(settings))
                .uid("fold");
    }

    /** What the log has by now, on its way to where its keys are. */
    static KeyedStream<ToFold, String> logged(DataStream<Arrival> events, JobSettings settings) {
        return events.transform("log", TypeInformation.of(ToFold.class), new LogOperator(settings))
                .uid("log")
                .keyBy(ToFold::key, Types.STRING);
    }
}
