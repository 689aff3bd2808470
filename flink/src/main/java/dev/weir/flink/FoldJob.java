package dev.weir.flink;

import java.util.List;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;

/** The job: a source, an operator that appends, and one that folds what has been appended, key by key. */
final class FoldJob {
    private FoldJob() {}

    static KafkaSource<Arrival> source(String brokers, List<String> topics, String group) {
        Properties properties = new Properties();
        properties.setProperty("isolation.level", "read_committed");
        return KafkaSource.<Arrival>builder()
                .setBootstrapServers(brokers)
                .setTopics(topics)
                .setGroupId(group)
                .setStartingOffsets(OffsetsInitializer.committedOffsets(OffsetResetStrategy.EARLIEST))
                .setDeserializer(new ArrivalReader())
                .setProperties(properties)
                .build();
    }

    /** What is folded does not depend on the order of arrival, so there is no time to wait for. */
    static void add(StreamExecutionEnvironment environment, KafkaSource<Arrival> source, JobSettings settings) {
        add(environment.fromSource(source, WatermarkStrategy.noWatermarks(), "events"), settings);
    }

    static void add(DataStream<Arrival> events, JobSettings settings) {
        events.transform("log", TypeInformation.of(ToFold.class), new LogOperator(settings))
                .uid("log")
                .keyBy(ToFold::key, Types.STRING)
                .transform("fold", Types.VOID, new FoldOperator(settings))
                .uid("fold");
    }
}
