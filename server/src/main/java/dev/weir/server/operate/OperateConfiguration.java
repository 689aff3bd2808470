package dev.weir.server.operate;

import dev.weir.server.Database;
import dev.weir.server.JobWatch;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class OperateConfiguration {

    @Bean
    HealthEndpoint healthEndpoint(Database database, ObjectProvider<JobWatch> job) {
        return new HealthEndpoint(database.reader(), job.getIfAvailable());
    }

    @Bean
    RunMetrics runMetrics(Database database, MeterRegistry registry) {
        return new RunMetrics(database.reader(), registry);
    }
}
