package dev.weir.server.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every query of the monitoring documents, run unchanged, answers what follows from the pure fold of the same events. */
class DocumentQueriesTest {
    private static EventServer server;
    private static Folded folded;
    private static Questions document;
    private static Questions draft;

    @BeforeAll
    static void start() {
        server = new EventServer();
        List<Told> told = LatelyAndLongAgo.traffic();
        server.send(told);
        folded = Folded.of(told);
        document = Questions.ofTheDocument(told);
        draft = Questions.ofTheFirstDraft(told);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @MethodSource("dev.weir.server.sql.DocumentQuery#names")
    void answersWhatTheFoldSays(String name) {
        DocumentQuery query = DocumentQuery.named(name);
        List<Question> questions = (query.isOfTheFirstDraft() ? draft : document).about(query.view());
        for (Question question : questions) {
            question.check(name, query.run(server, question.values()));
            question.check(name + ", typed", query.runTyped(server, question.values()));
        }
        assertThat(questions)
                .as("a question with an answer")
                .anyMatch(question -> question.qualifying().count() > 0);
    }

    /** Sixteen of the later document and twelve of the first draft. */
    @Test
    void noneIsForgotten() {
        assertThat(DocumentQuery.names()).hasSize(16 + 12);
    }

    @Test
    void theTrafficHasEverySortOfRun() {
        assertThat(values(folded.workflows, "status"))
                .containsExactlyInAnyOrder("pending", "running", "paused", "completed", "failed", "cancelled");
        assertThat(values(folded.workflows, "run_seq")).contains(1L, 2L);
        assertThat(values(folded.steps, "retry_count")).contains(0L, 1L, 2L);
        assertThat(folded.sleeps).isNotEmpty();
        assertThat(values(folded.workflows, "workflow_id"))
                .as("ids, some of them in several places")
                .hasSizeLessThan(folded.workflows.size());
        assertThat(document.about("active").get(0).qualifying().list())
                .extracting(row -> row.get("activity_state"))
                .contains("active", "scheduled", "overdue");
    }

    /** The expectations are computed a moment before the answers. */
    @Test
    void noTimeInTheTrafficIsSoNearToALimitThatTheClockDecides() {
        Instant now = Instant.now();
        Instant yesterday = now.minus(24, ChronoUnit.HOURS);
        for (Row workflow : folded.workflows) {
            assertThat(Stream.of("started_at", "failed_at").map(workflow::get)).noneMatch(at -> isNear(yesterday, at));
            assertThat(workflow.get("resume_at")).matches(at -> !isNear(now, at));
        }
    }

    private static boolean isNear(Instant limit, Object at) {
        return at instanceof Instant time && Duration.between(limit, time).abs().compareTo(Duration.ofMinutes(5)) < 0;
    }

    private static Set<Object> values(List<Row> rows, String column) {
        return rows.stream().map(row -> row.get(column)).collect(Collectors.toSet());
    }
}
