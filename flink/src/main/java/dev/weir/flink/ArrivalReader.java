package dev.weir.flink;

import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Takes a record as it is: what is wrong with it is found where it can be parked, see {@link Headers}. Headers that are
 * missing have defaults. The key of a record is not looked at: it only decides which partition the record is in, and rows do
 * not depend on that.
 */
final class ArrivalReader implements KafkaRecordDeserializationSchema<Arrival> {
    private static final long serialVersionUID = 1L;

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<Arrival> out) {
        String family = header(record, "weir-family", "workflow");
        out.collect(new Arrival(
                record.topic(),
                record.partition(),
                record.offset(),
                receivedAt(record),
                header(record, "weir-org", Headers.LOCAL_ORG.toString()),
                family,
                header(record, "weir-credential", "kafka"),
                header(record, "weir-env", "default"),
                header(record, "weir-service", "network".equals(family) ? "" : "default"),
                header(record, "weir-mended", "false").equals("true"),
                record.value() == null ? new byte[0] : record.value()));
    }

    /** A producer may say anything, or nothing; but nothing is received in the future. */
    private static long receivedAt(ConsumerRecord<byte[], byte[]> record) {
        long now = System.currentTimeMillis();
        return record.timestamp() <= 0 ? now : Math.min(record.timestamp(), now);
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
