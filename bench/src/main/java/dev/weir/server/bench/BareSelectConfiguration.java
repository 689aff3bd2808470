package dev.weir.server.bench;

import dev.weir.server.Database;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Adds {@link BareSelect} to a server that is started with this property. It is found because of its package and name. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = BareSelectConfiguration.WANTED, havingValue = "true")
public class BareSelectConfiguration {
    public static final String WANTED = "weir.bench.bare-select";

    @Bean
    BareSelect bareSelect(Database database) {
        return new BareSelect(database.reader());
    }
}
