package dev.weir.server.operate;

import dev.weir.server.Database;
import dev.weir.server.JobWatch;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;
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
        return new RunMetrics(database.questions(), registry);
    }

    @Bean
    MeterBinder replicaMetrics(Database database) {
        return registry -> database.replica().ifPresent(replica -> {
            Gauge.builder(
                            "weir.replica.lag.seconds",
                            () -> seconds(replica.state().lagMs()))
                    .register(registry);
            Gauge.builder("weir.replica.asked", () -> replica.state().asked() ? 1 : 0)
                    .register(registry);
        });
    }

    private static double seconds(@Nullable Long ms) {
        return ms == null ? -1 : ms / 1000.0;
    }
}
