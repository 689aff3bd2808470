package dev.weir.server.query.signal;

import dev.weir.core.signal.Phases;
import dev.weir.server.Database;
import dev.weir.server.Settings;
import dev.weir.store.Sources;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class SignalConfiguration {

    @Bean
    SignalReader signalReader(Sources sources, Phases phases, Settings settings, Database database) {
        return new SignalReader(
                sources, phases, database.asOf(), settings.stalledAfter().toMillis());
    }

    @Bean
    SignalEndpoint signalEndpoint(Database database, SignalReader signals) {
        return new SignalEndpoint(database.questions(), signals);
    }

    @Bean
    TtfsEndpoint ttfsEndpoint(Database database) {
        return new TtfsEndpoint(database.questions(), database.asOf());
    }
}
