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
    Habits habits() {
        return new Habits();
    }

    @Bean
    OverviewEndpoint overviewEndpoint(Database database, FilteredRuns filtered, RunItems items, Habits habits) {
        return new OverviewEndpoint(database.questions(), filtered, items, habits, database.asOf());
    }

    @Bean
    ServicesEndpoint servicesEndpoint(Database database, Edits edits, Habits habits) {
        return new ServicesEndpoint(database.questions(), edits, habits, database.asOf());
    }

    @Bean
    SelectorsEndpoint selectorsEndpoint(Database database) {
        return new SelectorsEndpoint(database.questions());
    }

    @Bean
    MetricsEndpoint metricsEndpoint(Database database, Habits habits) {
        return new MetricsEndpoint(database.questions(), habits, database.asOf());
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
