package dev.weir.server.pages;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.PathResourceResolver;

/**
 * Serves the user interface, which comes as static files in a jar. Every address that is neither a file nor part of the
 * API is a page: the browser gets the one document and finds out itself which.
 */
@Configuration(proxyBeanMethods = false)
class PagesConfiguration {
    private static final String FILES = "classpath:/META-INF/resources/";

    @Bean
    WebMvcConfigurer pages() {
        return new WebMvcConfigurer() {
            @Override
            public void addResourceHandlers(ResourceHandlerRegistry registry) {
                registry.addResourceHandler("/assets/**")
                        .addResourceLocations(FILES + "assets/")
                        .setCacheControl(CacheControl.maxAge(Duration.ofDays(365))
                                .cachePublic()
                                .immutable()); // their names change with their content
                registry.addResourceHandler("/**")
                        .addResourceLocations(FILES)
                        .setCacheControl(CacheControl.noCache())
                        .resourceChain(false)
                        .addResolver(new FileOrPage());
            }

            /** An id may be what no file's path may be, such as a lone percent sign, so it must not be taken for one. */
            @Override
            public void addViewControllers(ViewControllerRegistry registry) {
                registry.addViewController("/runs/**").setViewName("forward:/index.html");
            }
        };
    }

    @Bean
    PageHeaders pageHeaders() {
        return new PageHeaders();
    }

    private static final class FileOrPage extends PathResourceResolver {
        @Override
        protected @Nullable Resource getResource(String path, Resource location) throws IOException {
            Resource file = super.getResource(path, location);
            return file != null || !isPage(path) ? file : super.getResource("index.html", location);
        }

        /** What programs ask for must not be answered with a page for people. */
        private static boolean isPage(String path) {
            return !path.equals("api") && !path.startsWith("api/") && !path.equals("openapi.json");
        }
    }
}
