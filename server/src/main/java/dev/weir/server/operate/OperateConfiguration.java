package dev.weir.server.operate;

import dev.weir.server.Database;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class OperateConfiguration {

    @Bean
    HealthEndpoint healthEndpoint(Database database) {
        return new HealthEndpoint(database.reader());
    }

    @Bean
    RunMetrics runMetrics(Database database, MeterRegistry registry) {
        return new RunMetrics(database.reader(), registry);
    }
}
