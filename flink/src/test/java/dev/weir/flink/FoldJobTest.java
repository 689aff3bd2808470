package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.store.Migrations;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.SentEvent;
import dev.weir.testkit.db.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

class FoldJobTest {
    @Test
    void foldsWhatArrivesOutOfOrderAndRepeated() throws Exception {
        try (TestDatabase database = new TestDatabase()) {
            Migrations.apply(database.dataSource());
            Migrations.ensurePartitions(database.dataSource(), Clock.systemUTC());
            List<SentEvent> traffic =
                    new ArrayList<>(RunHistories.traffic(1, UUID.fromString(ArrivalReader.LOCAL_ORG), 40));
            traffic.addAll(traffic.subList(0, traffic.size() / 3));
            Collections.shuffle(traffic, new Random(1));
            List<Arrival> arrivals = new ArrayList<>();
            long[] offsets = new long[3];
            for (SentEvent event : traffic) {
                int partition = Math.floorMod(event.key().hashCode(), 3);
                arrivals.add(new Arrival(
                        "events",
                        partition,
                        offsets[partition]++,
                        ArrivalReader.LOCAL_ORG,
                        "workflow",
                        "kafka",
                        "default",
                        "default",
                        EventJson.write(event).getBytes(StandardCharsets.UTF_8)));
            }
            Configuration configuration = new Configuration();
            configuration.set(PipelineOptions.GENERIC_TYPES, false);
            StreamExecutionEnvironment environment =
                    StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
            environment.enableCheckpointing(200);
            FoldJob.add(
                    environment
                            .fromData(TypeInformation.of(Arrival.class), arrivals.toArray(Arrival[]::new))
                            .partitionCustom((partition, n) -> partition % n, Arrival::partition),
                    JobSettings.of(database.jdbcUrl()));
            environment.execute();
            try (Connection connection = database.dataSource().getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(
                            "SELECT (SELECT count(*) FROM event_log), (SELECT count(*) FROM runs), (SELECT sum(received) FROM accounting), (SELECT sum(duplicates) FROM accounting)")) {
                row.next();

                assertThat(row.getLong(3)).isEqualTo(arrivals.size());
            }
        }
    }
}
