package dev.weir.server;

import dev.weir.server.access.OwnMachineOnly;
import dev.weir.server.access.Scopes;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The whole server. Each package has one configuration that wires it; read them in order: ingest, project, query. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
@ComponentScan(
        useDefaultFilters = false,
        includeFilters =
                @ComponentScan.Filter(type = FilterType.REGEX, pattern = "dev\\.weir\\.server\\..*Configuration"))
class WeirApplication {

    @Bean
    Database database(DatabaseHome home, Settings settings, Clock clock) throws SQLException {
        return new Database(home.jdbcUrl(), settings, clock);
    }

    @Bean
    Problems problems() {
        return new Problems();
    }

    @Bean
    ErrorPage errorPage() {
        return new ErrorPage();
    }

    @Bean
    WebMvcConfigurer access() {
        return new WebMvcConfigurer() {
            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new Scopes());
            }

            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new OwnMachineOnly());
            }
        };
    }

    /** {@code %2F} and {@code %5C} in a path segment are data: workflow ids contain anything. */
    @Bean
    TomcatConnectorCustomizer encodedSlashesAreData() {
        return connector -> {
            connector.setEncodedSolidusHandling("passthrough");
            connector.setEncodedReverseSolidusHandling("passthrough");
        };
    }
}
