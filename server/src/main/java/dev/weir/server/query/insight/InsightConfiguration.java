package dev.weir.server.query.insight;

import dev.weir.server.Database;
import dev.weir.server.query.Edits;
import dev.weir.server.query.run.FilteredRuns;
import dev.weir.server.query.run.RunItems;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class InsightConfiguration {

    @Bean
    OverviewEndpoint overviewEndpoint(Database database, FilteredRuns filtered, RunItems items) {
        return new OverviewEndpoint(database.questions(), filtered, items, database.asOf());
    }

    @Bean
    ServicesEndpoint servicesEndpoint(Database database, Edits edits) {
        return new ServicesEndpoint(database.questions(), edits, database.asOf());
    }

    @Bean
    SelectorsEndpoint selectorsEndpoint(Database database) {
        return new SelectorsEndpoint(database.questions());
    }

    @Bean
    MetricsEndpoint metricsEndpoint(Database database) {
        return new MetricsEndpoint(database.questions(), database.asOf());
    }

    @Bean
    FailureRateEndpoint failureRateEndpoint(Database database, Clock clock) {
        return new FailureRateEndpoint(database.questions(), clock);
    }

    @Bean(destroyMethod = "close")
    InsightMetrics insightMetrics(Database database, FilteredRuns open, RunItems items, MeterRegistry registry) {
        return new InsightMetrics(database.questions(), open, items, database.asOf(), registry);
    }
}
