package dev.weir.server.ingest;

import dev.weir.host.Reading;
import dev.weir.server.Database;
import dev.weir.server.Settings;
import dev.weir.server.project.EventSink;
import dev.weir.store.Sources;
import dev.weir.wire.Limits;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class IngestConfiguration {

    @Bean
    Limits limits(Settings settings) {
        return new Limits(
                settings.maxEvents(),
                settings.maxEventBytes(),
                settings.maxDepth(),
                settings.maxStringLength(),
                settings.maxNameLength(),
                settings.maxFuture().toMillis() * 1000);
    }

    @Bean
    EventIntake eventIntake(Limits limits, Sources sources, EventSink sink, Clock clock) {
        return new EventIntake(limits.maxEvents(), new Reading(limits, sources), sink, clock);
    }

    @Bean
    EventsEndpoint eventsEndpoint(Settings settings, EventIntake intake) {
        return new EventsEndpoint(
                new RequestBody(settings.maxBodyBytes()), new QueryDefaults(settings.maxNameLength()), intake);
    }

    @Bean
    NetworkEventsEndpoint networkEventsEndpoint(Settings settings, EventIntake intake) {
        return new NetworkEventsEndpoint(
                new RequestBody(settings.maxBodyBytes()), new QueryDefaults(settings.maxNameLength()), intake);
    }

    @Bean
    TelemetryEndpoint telemetryEndpoint(Settings settings, EventIntake intake) {
        return new TelemetryEndpoint(
                new RequestBody(settings.maxBodyBytes()), new QueryDefaults(settings.maxNameLength()), intake);
    }

    @Bean
    TellSignalEndpoint tellSignalEndpoint(Settings settings, EventIntake intake) {
        return new TellSignalEndpoint(
                new RequestBody(settings.maxBodyBytes()), new QueryDefaults(settings.maxNameLength()), intake);
    }

    @Bean
    QueuedAnswers queuedAnswers() {
        return new QueuedAnswers();
    }

    @Bean
    RetryEndpoint retryEndpoint(Database database, EventIntake intake) {
        return new RetryEndpoint(database, intake);
    }
}
