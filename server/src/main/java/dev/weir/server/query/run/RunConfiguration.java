package dev.weir.server.query.run;

import dev.weir.core.run.HealthRules;
import dev.weir.server.Database;
import dev.weir.server.Settings;
import dev.weir.server.query.Edits;
import dev.weir.server.query.signal.SignalReader;
import dev.weir.store.Sources;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class RunConfiguration {

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
    FilteredRuns filteredRuns(RunItems items) {
        return new FilteredRuns(new OpenRuns(), items);
    }

    @Bean
    RunLookup runLookup(Database database, Sources sources, RunItems items) {
        return new RunLookup(database.questions(), sources, items);
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
    RunEndpoint runEndpoint(Database database, RunLookup lookup, SignalReader signals) {
        return new RunEndpoint(database.questions(), lookup, signals);
    }

    @Bean
    RunEventsEndpoint runEventsEndpoint(Database database, Sources sources) {
        return new RunEventsEndpoint(database.questions(), sources);
    }

    @Bean
    LastGoodEndpoint lastGoodEndpoint(Database database, RunLookup lookup) {
        return new LastGoodEndpoint(database.questions(), lookup);
    }

    @Bean
    ViewsEndpoint viewsEndpoint(Database database, Edits edits, CountEndpoint counts) {
        return new ViewsEndpoint(database.questions(), edits, counts);
    }
}
