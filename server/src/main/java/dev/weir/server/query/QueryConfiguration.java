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

    /** What is done behind the commits is done on the database itself: it has to get to where questions go, too. */
    private static BehindCommits seen(Database database, BehindCommits work) {
        return database.replica().isPresent() ? work.seenIn(database.questions()) : work;
    }

    @Bean
    Edits edits(Database database) {
        return new Edits(database.writer(), database::awaitShown);
    }

    @Bean
    RunItems runItems(Settings settings, Database database) {
        return new RunItems(rules(settings), database.asOf());
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
        return new RunsEndpoint(database.questions(), filtered, items);
    }

    @Bean
    CountEndpoint countEndpoint(Database database, FilteredRuns filtered, RunItems items) {
        return new CountEndpoint(database.questions(), filtered, items);
    }

    @Bean
    ActiveEndpoint activeEndpoint(Database database, FilteredRuns filtered, RunItems items) {
        return new ActiveEndpoint(database.questions(), filtered, items);
    }

    @Bean
    MetricsEndpoint metricsEndpoint(Database database) {
        return new MetricsEndpoint(database.questions(), database.asOf());
    }

    @Bean
    StageMoment stageMoment(Database database) {
        return new StageMoment(database.questions(), seen(database, BehindCommits.steps(database.writer())));
    }

    @Bean
    StagesEndpoint stagesEndpoint(StageMoment moment, Database database) {
        return new StagesEndpoint(moment, database.asOf());
    }

    @Bean
    StageWorkflowsEndpoint stageWorkflowsEndpoint(StageMoment moment, Database database) {
        return new StageWorkflowsEndpoint(moment, database.asOf());
    }

    @Bean
    SessionsEndpoint sessionsEndpoint(Database database) {
        return new SessionsEndpoint(database.questions(), database.asOf());
    }

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
    SignaturesEndpoint signaturesEndpoint(Database database, Edits edits, Clock clock) {
        return new SignaturesEndpoint(database.questions(), edits, clock);
    }

    @Bean
    LearnedFailures learnedFailures(Database database, Phases phases, Clock clock) {
        return new LearnedFailures(
                database.questions(), seen(database, BehindCommits.failures(database.writer(), phases, clock)));
    }

    @Bean
    FailuresEndpoint failuresEndpoint(LearnedFailures failures, Database database, Edits edits, Clock clock) {
        return new FailuresEndpoint(failures, database.questions(), edits, clock);
    }

    @Bean
    FailureGroupsEndpoint failureGroupsEndpoint(LearnedFailures failures, Edits edits, Clock clock) {
        return new FailureGroupsEndpoint(failures, edits, clock);
    }

    @Bean
    LastGoodEndpoint lastGoodEndpoint(Database database, Sources sources, RunItems items) {
        return new LastGoodEndpoint(database.questions(), new RunLookup(database.questions(), sources, items));
    }

    @Bean
    ViewsEndpoint viewsEndpoint(Database database, Edits edits, CountEndpoint counts) {
        return new ViewsEndpoint(database.questions(), edits, counts);
    }

    @Bean(destroyMethod = "close")
    InsightMetrics insightMetrics(Database database, OpenRuns open, RunItems items, MeterRegistry registry) {
        return new InsightMetrics(database.questions(), open, items, database.asOf(), registry);
    }

    @Bean
    TtfsEndpoint ttfsEndpoint(Database database) {
        return new TtfsEndpoint(database.questions(), database.asOf());
    }

    @Bean
    RetentionEndpoint retentionEndpoint(Database database, Retention.Periods periods) {
        return new RetentionEndpoint(database.questions(), periods);
    }

    @Bean
    SelectorsEndpoint selectorsEndpoint(Database database) {
        return new SelectorsEndpoint(database.questions());
    }

    @Bean
    OverviewEndpoint overviewEndpoint(Database database, FilteredRuns filtered, RunItems items) {
        return new OverviewEndpoint(database.questions(), filtered, items, database.asOf());
    }

    @Bean
    ServicesEndpoint servicesEndpoint(Database database, Edits edits) {
        return new ServicesEndpoint(database.questions(), edits, database.asOf());
    }

    @Bean
    MetaEndpoint metaEndpoint(Database database, Settings settings, Clock clock, ObjectProvider<JobWatch> job) {
        return new MetaEndpoint(database.questions(), settings.auth(), clock, job.getIfAvailable(), database.replica());
    }

    @Bean
    OpenApiEndpoint openApiEndpoint(
            @Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> handlers) {
        return new OpenApiEndpoint(handlers);
    }

    @Bean
    RunEndpoint runEndpoint(Database database, Sources sources, RunItems items, SignalReader signals) {
        return new RunEndpoint(database.questions(), new RunLookup(database.questions(), sources, items), signals);
    }

    @Bean
    RunEventsEndpoint runEventsEndpoint(Database database, Sources sources) {
        return new RunEventsEndpoint(database.questions(), sources);
    }

    @Bean
    RejectedEndpoint rejectedEndpoint(Database database) {
        return new RejectedEndpoint(database.questions());
    }

    @Bean
    AccountingEndpoint accountingEndpoint(Database database) {
        return new AccountingEndpoint(database.questions());
    }
}
