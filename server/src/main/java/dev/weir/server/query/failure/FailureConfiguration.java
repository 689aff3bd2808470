package dev.weir.server.query.failure;

import dev.weir.core.signal.Phases;
import dev.weir.server.Database;
import dev.weir.server.query.Edits;
import dev.weir.store.BehindCommits;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class FailureConfiguration {

    @Bean
    LearnedFailures learnedFailures(Database database, Phases phases, Clock clock) {
        return new LearnedFailures(
                database.questions(),
                database.seenByQuestions(BehindCommits.failures(database.writer(), phases, clock)));
    }

    @Bean
    FailuresEndpoint failuresEndpoint(LearnedFailures failures, Edits edits, Clock clock) {
        return new FailuresEndpoint(failures, edits, clock);
    }

    @Bean
    FailureGroupsEndpoint failureGroupsEndpoint(LearnedFailures failures, Edits edits, Clock clock) {
        return new FailureGroupsEndpoint(failures, edits, clock);
    }

    @Bean
    SignaturesEndpoint signaturesEndpoint(Database database, Edits edits, Clock clock) {
        return new SignaturesEndpoint(database.questions(), edits, clock);
    }
}
