package dev.weir.server.query;

import dev.weir.server.Database;
import dev.weir.store.Sources;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class QueryConfiguration {

    @Bean
    RunEndpoint runEndpoint(Database database, Sources sources) {
        return new RunEndpoint(new RunLookup(database.reader(), sources));
    }

    @Bean
    RunEventsEndpoint runEventsEndpoint(Database database) {
        return new RunEventsEndpoint(database.reader());
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
