package dev.weir.server.query.stage;

import dev.weir.server.Database;
import dev.weir.store.BehindCommits;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class StageConfiguration {

    @Bean
    StageMoment stageMoment(Database database) {
        return new StageMoment(database.questions(), database.seenByQuestions(BehindCommits.steps(database.writer())));
    }

    @Bean
    StagesEndpoint stagesEndpoint(StageMoment moment, Database database) {
        return new StagesEndpoint(moment, database.asOf());
    }

    @Bean
    StageWorkflowsEndpoint stageWorkflowsEndpoint(StageMoment moment, Database database) {
        return new StageWorkflowsEndpoint(moment, database.asOf());
    }
}
