package dev.weir.server.query.session;

import dev.weir.server.Database;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class SessionConfiguration {

    @Bean
    SessionsEndpoint sessionsEndpoint(Database database) {
        return new SessionsEndpoint(database.questions(), database.asOf());
    }
}
