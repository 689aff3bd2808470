package dev.weir.server.query;

import dev.weir.server.Database;
import dev.weir.server.JobWatch;
import dev.weir.server.Settings;
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
import tools.jackson.databind.json.JsonMapper;

/** What all questions have in common, and what tells of the server itself. */
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
    Edits edits(Database database) {
        return new Edits(database.writer(), database::awaitShown);
    }

    @Bean
    MetaEndpoint metaEndpoint(Database database, Settings settings, Clock clock, ObjectProvider<JobWatch> job) {
        return new MetaEndpoint(database.questions(), settings.auth(), clock, job.getIfAvailable(), database.replica());
    }

    @Bean
    OpenApiEndpoint openApiEndpoint(
            @Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> handlers,
            JsonMapper json) {
        return new OpenApiEndpoint(handlers, json);
    }
}
