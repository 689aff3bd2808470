package dev.weir.server.project;

import dev.weir.host.Recording;
import dev.weir.host.Slots;
import dev.weir.host.Transactions;
import dev.weir.server.Database;
import dev.weir.server.Settings;
import dev.weir.store.StoredLimits;
import dev.weir.wire.Limits;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** For a server that hands what it is sent over to brokers, where a job finds it. */
@Configuration(proxyBeanMethods = false)
@Conditional(FrontMode.On.class)
class FrontConfiguration {
    private static final long PATIENCE_SECONDS = 5;

    @Bean
    Topic topic(Settings settings) {
        return Topic.reach(
                settings.kafka().orElseThrow(),
                settings.kafkaTopic(),
                settings.kafkaPartitions(),
                BrokerSink.mostBytes(settings.maxEventBytes()));
    }

    @Bean
    BrokerSink brokerSink(
            Topic topic, JobLag job, Database database, Settings settings, Limits limits, MeterRegistry registry)
            throws SQLException {
        try (Connection connection = database.reader().getConnection()) {
            StoredLimits.widen(connection, limits); // before it takes anything: the job goes by them
        }
        return new BrokerSink(
                BrokerSink.producer(topic.brokers(), BrokerSink.mostBytes(settings.maxEventBytes())),
                job,
                topic.name(),
                new Transactions(database.writer(), PATIENCE_SECONDS),
                new Recording(settings.parkedBytesPerDay(), Slots.atRandom().first()),
                registry);
    }

    @Bean
    JobLag jobLag(Topic topic, Database database, MeterRegistry registry, Clock clock) {
        JobLag lag = new JobLag(topic, database.reader(), clock);
        lag.start(registry);
        return lag;
    }
}
