package dev.weir.server.stream;

import dev.weir.server.Database;
import dev.weir.server.query.insight.SelectorsEndpoint;
import dev.weir.server.query.run.RunItems;
import dev.weir.server.query.signal.SignalReader;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
class StreamConfiguration {

    @Bean
    Follower follower(
            Database database, RunItems items, SignalReader signals, SelectorsEndpoint selectors, JsonMapper json) {
        return new Follower(database.reader(), database.questions(), new LiveChanges(items, signals, selectors, json));
    }

    @Bean
    StreamEndpoint streamEndpoint(Follower follower) {
        return new StreamEndpoint(follower);
    }
}
