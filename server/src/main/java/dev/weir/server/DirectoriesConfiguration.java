package dev.weir.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Tomcat wants two directories, in which Weir keeps nothing. Left alone it makes new temporary ones at every start, and a
 * server that is killed leaves them behind; so they are below the data directory, if there is one.
 */
@Configuration(proxyBeanMethods = false)
class DirectoriesConfiguration {

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> directories(Settings settings) {
        return factory -> {
            if (settings.db().isEmpty()) {
                Path tomcat = settings.data().resolve("tomcat");
                factory.setBaseDirectory(directory(tomcat.resolve("base")).toFile());
                factory.setDocumentRoot(directory(tomcat.resolve("documents")).toFile());
            }
        };
    }

    private static Path directory(Path path) {
        try {
            return Files.createDirectories(path);
        } catch (IOException e) {
            throw new UncheckedIOException("The directory " + path + " cannot be created", e);
        }
    }
}
