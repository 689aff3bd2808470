package dev.weir.server.query.account;

import dev.weir.server.Database;
import dev.weir.store.Retention;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class AccountConfiguration {

    @Bean
    AccountingEndpoint accountingEndpoint(Database database) {
        return new AccountingEndpoint(database.questions());
    }

    @Bean
    RejectedEndpoint rejectedEndpoint(Database database) {
        return new RejectedEndpoint(database.questions());
    }

    @Bean
    RetentionEndpoint retentionEndpoint(Database database, Retention.Periods periods) {
        return new RetentionEndpoint(database.questions(), periods);
    }
}
