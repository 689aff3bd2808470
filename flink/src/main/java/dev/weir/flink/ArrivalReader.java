package dev.weir.flink;

import dev.weir.wire.EventFamily;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Takes a record as it is: what is wrong with it is found where it can be parked. Headers that are missing have defaults. */
final class ArrivalReader implements KafkaRecordDeserializationSchema<Arrival> {
    private static final long serialVersionUID = 1L;

    /** Of an instance without keys. */
    static final String LOCAL_ORG = "00000000-0000-8000-8000-000000000001";

    private static final Set<String> FAMILIES =
            Stream.of(EventFamily.values()).map(EventFamily::label).collect(Collectors.toUnmodifiableSet());

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<Arrival> out) {
        String family = header(record, "weir-family", "workflow").toLowerCase(Locale.ROOT);
        out.collect(new Arrival(
                record.topic(),
                record.partition(),
                record.offset(),
                header(record, "weir-org", LOCAL_ORG),
                FAMILIES.contains(family) ? family : "workflow",
                header(record, "weir-credential", "kafka"),
                header(record, "weir-env", "default"),
                header(record, "weir-service", "network".equals(family) ? "" : "default"),
                record.value() == null ? new byte[0] : record.value()));
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name, String otherwise) {
        Header header = record.headers().lastHeader(name);
        return header == null || header.value() == null
                ? otherwise
                : new String(header.value(), StandardCharsets.UTF_8);
    }

    @Override
    public TypeInformation<Arrival> getProducedType() {
        return TypeInformation.of(Arrival.class);
    }
}
