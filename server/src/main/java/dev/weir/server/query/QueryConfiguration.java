package dev.weir.server.query;

import dev.weir.core.run.HealthRules;
import dev.weir.core.signal.Phases;
import dev.weir.server.Database;
import dev.weir.server.JobWatch;
import dev.weir.server.Settings;
import dev.weir.store.BehindCommits;
import dev.weir.store.Retention;
import dev.weir.store.Sources;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

@Configuration(proxyBeanMethods = false)
class QueryConfiguration {

    @Bean
    WebMvcConfigurer parameters() {
        return new WebMvcConfigurer() {
            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new Parameters.Resolver());
            }

            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new KnownParameters()).addPathPatterns("/api/v1/**");
            }
        };
    }

    @Bean
    RunItems runItems(Settings settings, Clock clock) {
        return new RunItems(rules(settings), clock);
    }

    private static HealthRules rules(Settings settings) {
        return new HealthRules(
                settings.overdueGrace().toMillis(),
                settings.stalledFloor().toMillis(),
                settings.stalledAfter().toMillis());
    }

    @Bean
    OpenRuns openRuns() {
        return new OpenRuns();
    }

    @Bean
    FilteredRuns filteredRuns(OpenRuns open, RunItems items) {
        return new FilteredRuns(open, items);
    }

    @Bean
    RunsEndpoint runsEndpoint(Database database, FilteredRuns filtered, RunItems items) {
        return new RunsEndpoint(database.reader(), filtered, items);
    }

    @Bean
    CountEndpoint countEndpoint(Database database, FilteredRuns filtered, RunItems items) {
        return new CountEndpoint(database.reader(), filtered, items);
    }

    @Bean
    ActiveEndpoint activeEndpoint(Database database, FilteredRuns filtered, RunItems items) {
        return new ActiveEndpoint(database.reader(), filtered, items);
    }

    @Bean
    MetricsEndpoint metricsEndpoint(Database database, Clock clock) {
        return new MetricsEndpoint(database.reader(), clock);
    }

    @Bean
    StageMoment stageMoment(Database database) {
        return new StageMoment(database.reader(), BehindCommits.steps(database.writer()));
    }

    @Bean
    StagesEndpoint stagesEndpoint(StageMoment moment, Clock clock) {
        return new StagesEndpoint(moment, clock);
    }

    @Bean
    StageWorkflowsEndpoint stageWorkflowsEndpoint(StageMoment moment, Clock clock) {
        return new StageWorkflowsEndpoint(moment, clock);
    }

    @Bean
    SessionsEndpoint sessionsEndpoint(Database database, Clock clock) {
        return new SessionsEndpoint(database.reader(), clock);
    }

    @Bean
    SignalReader signalReader(Sources sources, Phases phases, Settings settings, Clock clock) {
        return new SignalReader(sources, phases, clock, settings.stalledAfter().toMillis());
    }

    @Bean
    SignalEndpoint signalEndpoint(Database database, SignalReader signals) {
        return new SignalEndpoint(database.reader(), signals);
    }

    @Bean
    SignaturesEndpoint signaturesEndpoint(Database database, Clock clock) {
        return new SignaturesEndpoint(database.reader(), database.writer(), clock);
    }

    @Bean
    LearnedFailures learnedFailures(Database database, Phases phases, Clock clock) {
        return new LearnedFailures(database.reader(), BehindCommits.failures(database.writer(), phases, clock));
    }

    @Bean
    FailuresEndpoint failuresEndpoint(LearnedFailures failures, Database database, Clock clock) {
        return new FailuresEndpoint(failures, database.reader(), database.writer(), clock);
    }

    @Bean
    FailureGroupsEndpoint failureGroupsEndpoint(LearnedFailures failures, Database database, Clock clock) {
        return new FailureGroupsEndpoint(failures, database.writer(), clock);
    }

    @Bean
    LastGoodEndpoint lastGoodEndpoint(Database database, Sources sources, RunItems items) {
        return new LastGoodEndpoint(database.reader(), new RunLookup(database.reader(), sources, items));
    }

    @Bean
    ViewsEndpoint viewsEndpoint(Database database, CountEndpoint counts) {
        return new ViewsEndpoint(database.reader(), database.writer(), counts);
    }

    @Bean(destroyMethod = "close")
    InsightMetrics insightMetrics(
            Database database, OpenRuns open, RunItems items, Clock clock, MeterRegistry registry) {
        return new InsightMetrics(database.reader(), open, items, clock, registry);
    }

    @Bean
    TtfsEndpoint ttfsEndpoint(Database database, Clock clock) {
        return new TtfsEndpoint(database.reader(), clock);
    }

    @Bean
    RetentionEndpoint retentionEndpoint(Database database, Retention.Periods periods) {
        return new RetentionEndpoint(database.reader(), periods);
    }

    @Bean
    SelectorsEndpoint selectorsEndpoint(Database database) {
        return new SelectorsEndpoint(database.reader());
    }

    @Bean
    OverviewEndpoint overviewEndpoint(Database database, FilteredRuns filtered, RunItems items, Clock clock) {
        return new OverviewEndpoint(database.reader(), filtered, items, clock);
    }

    @Bean
    ServicesEndpoint servicesEndpoint(Database database, Clock clock) {
        return new ServicesEndpoint(database.reader(), database.writer(), clock);
    }

    @Bean
    MetaEndpoint metaEndpoint(Database database, Settings settings, Clock clock, ObjectProvider<JobWatch> job) {
        return new MetaEndpoint(database.reader(), settings.auth(), clock, job.getIfAvailable());
    }

    @Bean
    OpenApiEndpoint openApiEndpoint(
            @Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> handlers) {
        return new OpenApiEndpoint(handlers);
    }

    @Bean
    RunEndpoint runEndpoint(Database database, Sources sources, RunItems items, SignalReader signals) {
        return new RunEndpoint(database.reader(), new RunLookup(database.reader(), sources, items), signals);
    }

    @Bean
    RunEventsEndpoint runEventsEndpoint(Database database, Sources sources) {
        return new RunEventsEndpoint(database.reader(), sources);
    }

    @Bean
    RejectedEndpoint rejectedEndpoint(Database database) {
        return new RejectedEndpoint(database.reader());
    }

    @Bean
    AccountingEndpoint accountingEndpoint(Database database) {
        return new AccountingEndpoint(database.reader());
    }
}
