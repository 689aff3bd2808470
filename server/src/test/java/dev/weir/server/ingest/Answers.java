package dev.weir.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer.Answer;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What every answer has in common. */
public final class Answers {

    private Answers() {}

    public static void assertProblem(Answer answer, int status, String code) {
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        JsonNode problem = answer.json();
        assertThat(problem.propertyNames()).containsExactly("type", "title", "status", "code", "detail");
        assertThat(problem.get("type").asString()).isEqualTo("about:blank");
        assertThat(problem.get("status").asInt()).isEqualTo(status);
        assertThat(problem.get("code").asString()).isEqualTo(code);
        assertThat(problem.get("detail").asString()).endsWith(".");
    }

    static void assertAccounting(Answer answer, int accepted, int duplicates, int ignored, int rejected) {
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        JsonNode json = answer.json();
        assertThat(List.of(
                        json.get("received").asInt(),
                        json.get("accepted").asInt(),
                        json.get("duplicates").asInt(),
                        json.get("ignored").asInt(),
                        json.get("rejected").size()))
                .as(answer.response().body())
                .containsExactly(accepted + duplicates + ignored + rejected, accepted, duplicates, ignored, rejected);
    }
}
